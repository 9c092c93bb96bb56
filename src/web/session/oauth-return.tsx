import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Finishes signing in with Google, on whichever page the browser returns to. Renders nothing. */
export function OAuthReturn() {
	const navigate = useNavigate()
	const { pathname } = useLocation()
	useEffect(() => {
		if (pathname !== '/') uncover()
	}, [pathname])
	useEffect(() => {
		if (!/[?&#](code|error|error_code)=/.test(window.location.href)) return
		import('./oauth.ts')
			.then(async ({ finishOAuth, readOAuthAnswer }) => {
				const found = readOAuthAnswer(new URL(window.location.href))
				if (found === null) return
				const { answer, rest } = found
				// A code works only once, and an error would be shown again, so neither may stay in the history.
				window.history.replaceState(window.history.state, '', rest)
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
