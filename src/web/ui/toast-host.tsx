import { useEffect, useSyncExternalStore } from 'react'
import {
	currentHost,
	dropWaiting,
	emptyHost,
	fetchToaster,
	type Message,
	sayWhatWaits,
	subscribeToHost,
} from './messages.ts'

/** Where messages appear. Stays mounted, so that they outlive the page they came from. */
export function ToastHost() {
	const { Toaster, failed, waiting } = useSyncExternalStore(subscribeToHost, currentHost, () => emptyHost)
	useEffect(fetchOnFirstTouch, [])
	if (Toaster !== null) return <Toaster onStanding={sayWhatWaits} />
	return failed && waiting.length > 0 ? <PlainMessages messages={waiting} /> : null
}

/** A visitor who moves is about to do something: what tells them how it went is there by then, even if the server is not. */
function fetchOnFirstTouch(): () => void {
	const touched = new AbortController()
	for (const event of ['pointermove', 'pointerdown', 'keydown']) {
		window.addEventListener(
			event,
			() => {
				touched.abort()
				void fetchToaster()
			},
			{ signal: touched.signal, passive: true },
		)
	}
	return () => touched.abort()
}

/** What is shown where the toaster cannot be. */
function PlainMessages({ messages }: { messages: readonly Message[] }) {
	return (
		<div
			role="status"
			className="fixed right-4 bottom-24 left-4 z-50 ml-auto max-w-sm bg-ink p-4 font-display text-label text-paper"
		>
			{messages.map(({ title, options }) => (
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
