import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
// These modules surround every page. Importing them here bundles them with the code that all pages share, which saves 1 kB. The
// root is not imported here, because its style sheet would be loaded again with each part that is loaded later.
import '#web/frame/page-boundary.tsx'
import '#web/frame/site-footer.tsx'
import '#web/frame/site-header.tsx'
import '#web/session/oauth-return.tsx'
import '#web/ui/ignore-composing-keys.ts'
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

// If the visitor goes back during a page transition, the browser skips the rest of it and rejects a promise that the router
// does not handle.
window.addEventListener('unhandledrejection', (event) => {
	const { reason } = event
	if (reason instanceof DOMException && reason.name === 'AbortError' && /transition/i.test(reason.message))
		event.preventDefault()
})
