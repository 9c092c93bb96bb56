import { useEffect, useSyncExternalStore } from 'react'
import {
	currentState,
	dropWaiting,
	initialState,
	loadToaster,
	showWaiting,
	subscribe,
	type Toast,
} from './toast.ts'

/** Shows the toasts. It stays mounted, so that a toast survives a change of page. */
export function ToastHost() {
	const { Toaster, failed, waiting } = useSyncExternalStore(subscribe, currentState, () => initialState)
	useEffect(loadOnFirstInput, [])
	if (Toaster !== null) return <Toaster onMount={showWaiting} />
	return failed && waiting.length > 0 ? <PlainToasts toasts={waiting} /> : null
}

/**
 * Loads the toaster when the visitor first moves or presses anything, so that it can report a failure even if the server has
 * become unreachable.
 */
function loadOnFirstInput(): () => void {
	const loaded = new AbortController()
	for (const event of ['pointermove', 'pointerdown', 'keydown']) {
		window.addEventListener(
			event,
			() => {
				loaded.abort()
				void loadToaster()
			},
			{ signal: loaded.signal, passive: true },
		)
	}
	return () => loaded.abort()
}

/** Shows the messages if the toaster cannot be loaded. */
function PlainToasts({ toasts }: { toasts: readonly Toast[] }) {
	return (
		<div
			role="status"
			className="fixed right-4 bottom-24 left-4 z-50 ml-auto max-w-sm bg-ink p-4 font-display text-label text-paper"
		>
			{toasts.map(({ title, options }) => (
				<div key={title}>
					<strong>{title}</strong>
					{options.description}
				</div>
			))}
			<button type="button" className="mt-2 min-h-11 min-w-11 text-left underline" onClick={dropWaiting}>
				Close
			</button>
		</div>
	)
}
