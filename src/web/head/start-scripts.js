{
	// The page's own scripts wait in the document, marked, until it has been painted: letters and pictures first.
	const held = document.querySelector('script[data-held]')
	let begun = held === null
	const begin = () => {
		// Also where nothing is held, as while developing: pictures wait for this mark.
		document.documentElement.dataset.painted = ''
		if (begun) return
		begun = true
		const script = document.createElement('script')
		script.type = 'module'
		script.nonce = held.nonce
		script.textContent = held.textContent
		document.body.append(script)
		const manifest = document.createElement('link')
		manifest.rel = 'manifest'
		manifest.href = '/manifest.webmanifest'
		document.head.append(manifest)
	}
	try {
		const painted = new PerformanceObserver(() => {
			painted.disconnect()
			requestAnimationFrame(() => setTimeout(begin))
		})
		painted.observe({ type: 'paint', buffered: true })
	} catch {
		begin()
	}
	// A tab opened behind others is not painted, and whoever presses something wants an answer.
	addEventListener('load', () => setTimeout(begin, 1000))

	// What is pressed or sent before the page can answer is kept, and done as soon as it can.
	let kept
	const keep = (event) => {
		begin()
		const button = event.type === 'click' ? event.target.closest?.('button') : undefined
		if (button === null || (button?.type === 'submit' && button.form !== null)) return
		event.preventDefault()
		event.stopPropagation()
		const { target, submitter } = event
		kept = button === undefined ? () => target.requestSubmit(submitter) : () => button.click()
	}
	for (const type of ['click', 'submit']) addEventListener(type, keep, true)
	addEventListener(
		'headstart:ready',
		() => {
			for (const type of ['click', 'submit']) removeEventListener(type, keep, true)
			if (kept !== undefined) setTimeout(kept)
		},
		{ once: true },
	)
}
