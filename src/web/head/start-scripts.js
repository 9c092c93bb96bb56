{
	const { nonce } = document.currentScript
	const run = ({ type, textContent }) => {
		const script = document.createElement('script')
		Object.assign(script, { type, nonce, textContent })
		document.head.append(script)
	}
	// The deferred scripts are inside a `noscript` element, whose content is only text in a browser that runs scripts.
	const deferred = document.querySelector('template[data-scripts]').content.textContent
	const scripts = [...new DOMParser().parseFromString(deferred, 'text/html').scripts]
	const modules = scripts.filter(({ type }) => type === 'module')
	// Scripts that are not modules run now: they only prepare data, which the rest of the document adds to.
	for (const script of scripts) if (!modules.includes(script)) run(script)

	const { dataset, style } = document.documentElement
	// What is next after signing in elsewhere: until here, the style sheet shows it.
	const next = dataset.returning && style.getPropertyValue('--next')
	if (next) document.querySelector('[data-next]').textContent = JSON.parse(next)
	// On a first visit the text is painted in stand-in fonts. Both fonts replace them together, so that the text is laid out again
	// only once. The names of their files are stored, so that the next page requests them immediately.
	const loadFonts = ({ standIn }) =>
		Promise.all([document.fonts.load('1em Bricolage Grotesque'), document.fonts.load('1em "Source Serif 4"')])
			.then(() => localStorage.setItem('headstart-fonts', standIn))
			.catch(() => {})
			.then(replaceStandIns)
	// However well the stand-ins match, somewhere a line breaks at another word, and what follows would move. There the letters are
	// spaced by up to 5 % of their size, so that in what is seen, each line begins where it was painted.
	const replaceStandIns = () => {
		const box = (part) => part.getBoundingClientRect()
		const shape = (part) =>
			[...part.children].reduce((sum, child) => sum + box(child).top - box(part).top, part.clientHeight)
		// The innermost come first. What no spacing mends keeps its own, and so does all around it.
		const seen = [...document.querySelectorAll('main *')]
			.filter((part) => box(part).bottom < innerHeight)
			.reverse()
		for (const part of seen) part.shape = shape(part)
		const growth = (part) => shape(part) - part.shape
		const isMoved = (part) => growth(part) ** 2 > 80
		delete dataset.standIn
		for (const part of seen)
			for (let i = 0; i < 6 && isMoved(part) && ![...part.children].some(isMoved); )
				part.style.letterSpacing = ++i < 6 ? `${growth(part) > 0 ? -i : i}e-2em` : ''
	}

	let started = false
	const start = () => {
		if (started) return
		started = true
		if (dataset.standIn) loadFonts(dataset)
		// Shows the pictures, which also wait for the first paint.
		dataset.painted = ''
		for (const module of modules) run(module)
		document.head.insertAdjacentHTML('beforeend', '<link rel="manifest" href="/manifest.webmanifest"/>')
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
	// A background tab is never painted, so its scripts start after a second.
	addEventListener('load', () => setTimeout(start, 1000))

	// If the visitor clicks or submits something before hydration, the last such event is repeated once the page can handle it.
	let replay
	const defer = (event) => {
		start()
		const button = event.type === 'click' && event.target.closest?.('button')
		if (button === null || (button?.type === 'submit' && button.form)) return
		event.preventDefault()
		event.stopPropagation()
		const { target, submitter } = event
		const pressed = button || submitter
		// If the page has been rendered anew by then, `ui/carry-over.ts` looks for the button in its place.
		document.pressed = pressed
		replay = () => (pressed ? pressed.click() : target.requestSubmit())
	}
	for (const type of ['click', 'submit']) addEventListener(type, defer, true)
	addEventListener(
		'headstart:ready',
		() => {
			for (const type of ['click', 'submit']) removeEventListener(type, defer, true)
			if (replay) setTimeout(replay)
		},
		{ once: true },
	)
}
