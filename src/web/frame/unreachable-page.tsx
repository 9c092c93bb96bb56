import { useEffect, useState } from 'react'
import { offlineWords } from '#web/offline/words.ts'
import { Button } from '#web/ui/button.tsx'
import { canBeOpened } from '#web/ui/server-there.ts'

/** In place of a page while the visitor is offline or the server away. Goes on by itself once the connection is back. */
export function UnreachablePage() {
	const [state, setState] = useState<'waiting' | 'asking' | 'still-away'>('waiting')

	async function tryAgain() {
		setState('asking')
		if (await canBeOpened(window.location.href)) window.location.reload()
		else setState('still-away')
	}

	useEffect(() => {
		async function goOnIfPossible() {
			if (await canBeOpened(window.location.href)) window.location.reload()
		}
		// It stays until the document is opened afresh, even if the visitor leaves and the page can be had when they return.
		void goOnIfPossible()
		window.addEventListener('online', goOnIfPossible)
		return () => window.removeEventListener('online', goOnIfPossible)
	}, [])

	return (
		<div className="page-width py-16 lg:py-24">
			<title>{offlineWords.title}</title>
			<h1 className="text-title">
				<span className="marked">No connection</span> to Headstart
			</h1>
			<p className="mt-5 max-w-measure text-lead text-soft">{offlineWords.says}</p>
			<p className="mt-8">
				<Button onClick={tryAgain} aria-disabled={state === 'asking' || undefined}>
					{state === 'asking' ? offlineWords.busy : offlineWords.retry}
				</Button>
			</p>
			<p role="status" className="mt-4 min-h-6 font-display text-label">
				{state === 'still-away' ? offlineWords.stillAway : ''}
			</p>
		</div>
	)
}
