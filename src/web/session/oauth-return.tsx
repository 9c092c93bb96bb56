import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { OAuthAnswer } from './oauth.ts'

/** Finishes signing in with Google, on whichever page the browser returns to. Renders nothing. */
export function OAuthReturn() {
	const navigate = useNavigate()
	const { pathname } = useLocation()
	useEffect(() => {
		if (pathname !== '/') uncover()
	}, [pathname])
	useEffect(() => {
		const found = readOAuthAnswer(new URL(window.location.href))
		if (found === null) return
		const { answer, rest } = found
		// A code works only once, and an error would be shown again, so neither may stay in the history.
		window.history.replaceState(window.history.state, '', rest)
		import('./oauth.ts')
			.then(async ({ finishOAuth }) => {
				const target = await finishOAuth(answer, rest)
				await navigate(target, { replace: true })
				if (target === '/') uncover()
			})
			.catch((error: unknown) => {
				console.warn('Signing in could not be finished.', error)
				uncover()
			})
	}, [navigate])
	return null
}

/** Shows the page itself: the visitor is now where they were going (`signing-in.tsx`). */
function uncover(): void {
	delete document.documentElement.dataset.returning
}

const parameters = ['code', 'error', 'error_code', 'error_description'] as const

/** Returns the provider's or the Auth API's answer in an address, and the rest of the address. Returns null if there is no answer. */
export function readOAuthAnswer(address: URL): { answer: OAuthAnswer; rest: string } | null {
	const { searchParams: query } = address
	const code = query.get('code')
	// The Auth API repeats errors in the fragment, and says only there that an emailed link has ended.
	const inFragment = new URLSearchParams(address.hash.slice(1)).get('error_code')
	const errorCode = query.get('error_code') ?? query.get('error') ?? inFragment
	if (code === null && errorCode === null) return null
	const rest = new URL(address)
	for (const parameter of parameters) rest.searchParams.delete(parameter)
	if (inFragment !== null) rest.hash = ''
	const path = rest.pathname + rest.search + rest.hash
	return { answer: errorCode === null ? { code: code ?? '' } : { errorCode }, rest: path }
}
