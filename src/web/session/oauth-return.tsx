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
			.then(async ({ finishReturn }) => {
				if ((await finishReturn(navigate)) === '/') uncover()
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
