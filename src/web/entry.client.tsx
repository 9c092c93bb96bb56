import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
// Around every page, so they are bundled with what pages share, which is 1 kB smaller. Not the root: its style sheet would be loaded again
// with each part that is loaded later.
import '#web/frame/page-boundary.tsx'
import '#web/frame/site-footer.tsx'
import '#web/frame/site-header.tsx'
import '#web/session/oauth-return.tsx'
import '#web/ui/toast-host.tsx'
import { rememberNavigation, resumeInterruptedNavigation } from '#web/offline/recovery.ts'

const instrumentations = [rememberNavigation]

if (!resumeInterruptedNavigation()) {
	startTransition(() => {
		hydrateRoot(
			document,
			<StrictMode>
				<HydratedRouter instrumentations={instrumentations} />
			</StrictMode>,
		)
	})
}

// Going back while a page transition still runs skips the rest of it. The router leaves the rejection that reports this unhandled.
window.addEventListener('unhandledrejection', (event) => {
	const { reason } = event
	if (reason instanceof DOMException && reason.name === 'AbortError' && /transition/i.test(reason.message))
		event.preventDefault()
})
