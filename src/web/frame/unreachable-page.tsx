import { useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { isServerThere } from './server-there.ts'

/** In place of a page while the visitor is offline or the server away. Goes on by itself once the connection is back. */
export function UnreachablePage() {
	const [state, setState] = useState<'waiting' | 'asking' | 'still-away'>('waiting')

	async function tryAgain() {
		setState('asking')
		if (await isServerThere()) window.location.reload()
		else setState('still-away')
	}

	useEffect(() => {
		const goOn = () => window.location.reload()
		// It stands here until the document is loaded anew, also for who comes by after the connection is back.
		void isServerThere().then((there) => (there ? goOn() : undefined))
		window.addEventListener('online', goOn)
		return () => window.removeEventListener('online', goOn)
	}, [])

	return (
		<div className="page-width py-16 lg:py-24">
			<title>No connection · Headstart</title>
			<h1 className="text-title">
				No connection <span className="marked">to Headstart</span>
			</h1>
			<p className="mt-5 max-w-measure text-lead text-soft">
				You may be offline, or we are away for a moment. The page will be here when you are back, and what you
				own or have paid for is safe.
			</p>
			<p className="mt-8">
				<Button onClick={tryAgain} aria-disabled={state === 'asking' || undefined}>
					{state === 'asking' ? 'Trying...' : 'Try again'}
				</Button>
			</p>
			<p role="status" className="mt-4 min-h-6 font-display text-label">
				{state === 'still-away' ? 'Still no answer. Check your connection and try once more.' : ''}
			</p>
		</div>
	)
}
