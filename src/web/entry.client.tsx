import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import '#web/ui/ignore-composing-keys.ts'
import { reloadWithoutData, rememberNavigation, resumeInterruptedNavigation } from '#web/offline/recovery.ts'
import { keepRendering } from '#web/ui/keep-rendering.ts'

keepRendering()

const instrumentations = [rememberNavigation, reloadWithoutData]

if (!resumeInterruptedNavigation()) {
	const { documentElement } = document
	const attributes = [...documentElement.attributes].filter(({ name }) => name !== 'data-stand-in')
	const { cssText } = documentElement.style
	const before = [...document.body.children]
	/** Repeats what the scripts before hydration set. If others had changed the page by then, React renders it anew without that. */
	function onRecoverableError(error: unknown): void {
		for (const { name, value } of attributes)
			if (name !== 'style' && !documentElement.hasAttribute(name)) documentElement.setAttribute(name, value)
		documentElement.style.cssText ||= cssText
		import('#web/ui/carry-over.ts').then(({ carryOver }) => carryOver(before))
		console.warn(error)
	}
	startTransition(() => {
		hydrateRoot(
			document,
			<StrictMode>
				<HydratedRouter instrumentations={instrumentations} />
			</StrictMode>,
			{ onRecoverableError },
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
