/** Calls a function when the visitor first moves or presses anything. Returns a function that stops waiting for it. */
export function onFirstInput(act: () => void): () => void {
	const done = new AbortController()
	for (const event of ['pointermove', 'pointerdown', 'keydown']) {
		window.addEventListener(
			event,
			() => {
				done.abort()
				act()
			},
			{ signal: done.signal, passive: true },
		)
	}
	return () => done.abort()
}
