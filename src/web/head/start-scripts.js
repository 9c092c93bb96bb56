{
	const { nonce } = document.currentScript
	const run = ({ type, textContent }) => {
		const script = document.createElement('script')
		Object.assign(script, { type, nonce, textContent })
		document.head.append(script)
	}
	// A browser that runs scripts reads the content of a `noscript` element as text.
	const deferred = document.querySelector('template[data-scripts]').content.textContent
	const scripts = [...new DOMParser().parseFromString(deferred, 'text/html').scripts]
	const modules = scripts.filter(({ type }) => type === 'module')
	// The others only prepare data, which the rest of the document adds to.
	for (const script of scripts) if (!modules.includes(script)) run(script)

	let started = false
	const start = () => {
		if (started) return
		started = true
		// Pictures wait for this too.
		document.documentElement.dataset.painted = ''
		for (const module of modules) run(module)
		const manifest = document.createElement('link')
		manifest.rel = 'manifest'
		manifest.href = '/manifest.webmanifest'
		document.head.append(manifest)
	}
	try {
		const observer = new PerformanceObserver(() => {
			observer.disconnect()
			requestAnimationFrame(() => setTimeout(start))
		})
		observer.observe({ type: 'paint', buffered: true })
	} catch {
		start()
	}
	// A background tab is not painted.
	addEventListener('load', () => setTimeout(start, 1000))

	// Repeats the last click or submit from before hydration once the page can handle it.
	let replay
	const defer = (event) => {
		start()
		const button = event.type === 'click' ? event.target.closest?.('button') : undefined
		if (button === null || (button?.type === 'submit' && button.form !== null)) return
		event.preventDefault()
		event.stopPropagation()
		const { target, submitter } = event
		replay = button === undefined ? () => target.requestSubmit(submitter) : () => button.click()
	}
	for (const type of ['click', 'submit']) addEventListener(type, defer, true)
	addEventListener(
		'headstart:ready',
		() => {
			for (const type of ['click', 'submit']) removeEventListener(type, defer, true)
			if (replay !== undefined) setTimeout(replay)
		},
		{ once: true },
	)
}
