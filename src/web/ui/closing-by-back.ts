import { useEffect, useEffectEvent } from 'react'

/**
 * Lets the Back button close a dialog instead of leaving the page, as people expect on a phone. While it is open, the history has a
 * second entry for the page. The entry stays when the dialog is closed in another way, and Back then steps over it: removing it
 * would mean going back, which would undo a navigation that the dialog has begun.
 */
export function useClosingByBack(open: boolean, onClose: () => void): void {
	const close = useEffectEvent(onClose)
	useEffect(() => {
		if (!open) return
		const dialog = () => close()
		openDialogs.push(dialog)
		if (depth() < openDialogs.length) {
			history.pushState({ ...history.state, [depthMark]: openDialogs.length }, '')
			noteEntry()
		}
		return () => void openDialogs.splice(openDialogs.indexOf(dialog), 1)
	}, [open])
}

/** Closes each open dialog, the last opened one last. */
const openDialogs: (() => void)[] = []

/** Says in a history entry's state how many dialogs lay over its page. */
const depthMark = 'dialogs'

const depth = (): number => history.state?.[depthMark] ?? 0
const place = (): unknown => history.state?.key

let last: { depth: number; place: unknown }

function noteEntry() {
	last = { depth: depth(), place: place() }
}

function stepOver(event: PopStateEvent) {
	const from = last
	noteEntry()
	if (last.place !== from.place || last.depth === from.depth) return
	// To the router both entries are the same place. It would only abandon a navigation that it has begun.
	event.stopImmediatePropagation()
	const toClose = openDialogs.slice(last.depth).reverse()
	for (const close of toClose) close()
	if (toClose.length === 0) history.go(Math.sign(last.depth - from.depth))
}

if (typeof window !== 'undefined') {
	noteEntry()
	window.addEventListener('popstate', stepOver, { capture: true })
	// A page that is opened over a dialog's entry is a new place, also if it is left by two steps at a time.
	window.navigation?.addEventListener('currententrychange', ({ navigationType }) => {
		if (navigationType !== 'traverse') noteEntry()
	})
}
