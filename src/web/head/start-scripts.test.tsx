import { readFile } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'
import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, type EntryContext, ServerRouter } from 'react-router'
import { expect, test } from 'vitest'
import { DeferredScripts } from './start-scripts.tsx'

const code = await readFile(new URL('./start-scripts.js', import.meta.url), 'utf8')

interface Script {
	type: string
	textContent: string
}

/**
 * Runs the script in a page with these deferred scripts. Returns the scripts that have run, and the attributes set on the
 * document.
 */
function open(
	scripts: readonly Script[],
	{
		isPainted,
		fonts,
		widths = [],
	}: { isPainted: boolean; fonts?: ReturnType<typeof fontSet>; widths?: readonly Width[] },
) {
	const dataset: Record<string, string> = fonts === undefined ? {} : { standIn: fonts.files }
	const lines = widths.map((width) => lineIn(dataset, width))
	const started: string[] = []
	const onPaint: (() => void)[] = []
	class PerformanceObserver {
		constructor(callback: () => void) {
			onPaint.push(callback)
		}
		observe() {}
		disconnect() {}
	}
	class DOMParser {
		parseFromString() {
			return { scripts }
		}
	}
	runInNewContext(code, {
		document: {
			currentScript: { nonce: '' },
			documentElement: { dataset },
			fonts,
			querySelector: () => ({ content: { textContent: 'the router’s scripts' } }),
			querySelectorAll: () => lines,
			createElement: () => ({}),
			head: {
				insertAdjacentHTML: () => undefined,
				append: ({ textContent }: Script) => started.push(textContent),
			},
		},
		DOMParser,
		localStorage: fonts?.storage,
		PerformanceObserver,
		requestAnimationFrame: (run: () => void) => run(),
		setTimeout: (run: () => void) => run(),
		addEventListener: () => undefined,
		innerHeight: 800,
	})
	if (isPainted) for (const callback of onPaint) callback()
	return { dataset, started, spacing: () => lines.map(({ style }) => style.letterSpacing) }
}

/** How wide a paragraph of 20 letters of 10 pixels is in either font, when there is room for 200 pixels in a line. */
interface Width {
	standIn: number
	ours: number
	/** The end of the paragraph on a screen 800 pixels high. */
	bottom?: number
}

function lineIn(dataset: Record<string, string>, { standIn, ours, bottom = 100 }: Width) {
	return {
		children: [],
		style: { letterSpacing: '' },
		getBoundingClientRect: () => ({ top: 0, bottom }),
		get clientHeight() {
			const own = dataset.standIn === undefined ? ours : standIn
			return 20 * Math.ceil((own + Number.parseFloat(this.style.letterSpacing || '0') * 10 * 20) / 200)
		},
	}
}

/** Returns the fonts of a first visit, which arrive or fail when the test says so. */
function fontSet() {
	const asked: string[] = []
	const stored: Record<string, string> = {}
	const pending: { resolve: () => void; reject: () => void }[] = []
	return {
		files: '/assets/display-1.woff2 /assets/text-1.woff2',
		asked,
		stored,
		load: (font: string) => {
			asked.push(font)
			return new Promise<void>((resolve, reject) => pending.push({ resolve, reject }))
		},
		storage: {
			setItem: (key: string, value: string) => {
				stored[key] = value
			},
		},
		arrive: (index: number) => pending[index]?.resolve(),
		fail: () => pending[0]?.reject(),
	}
}

function tick(): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve))
}

const scripts = [
	{ type: '', textContent: 'data' },
	{ type: 'module', textContent: 'modules' },
]

test('after the first paint the document is marked as painted and its scripts start', () => {
	expect(open(scripts, { isPainted: true })).toMatchObject({
		dataset: { painted: '' },
		started: ['data', 'modules'],
	})
})

test('before the first paint, no script runs except the one that prepares data', () => {
	expect(open(scripts, { isPainted: false })).toMatchObject({ dataset: {}, started: ['data'] })
})

test('on a first visit the fonts are loaded after the first paint, replace their stand-ins together, and are remembered', async () => {
	const fonts = fontSet()
	expect(open([], { isPainted: false, fonts }).dataset).toEqual({ standIn: fonts.files })
	expect(fonts.asked).toEqual([])

	const { dataset } = open([], { isPainted: true, fonts })
	expect(fonts.asked).toEqual(['1em Bricolage Grotesque', '1em "Source Serif 4"'])
	fonts.arrive(0)
	await tick()
	expect(dataset).toEqual({ painted: '', standIn: fonts.files })
	expect(fonts.stored).toEqual({})
	fonts.arrive(1)
	await tick()
	expect(dataset).toEqual({ painted: '' })
	expect(fonts.stored).toEqual({ 'headstart-fonts': fonts.files })
})

test('where a line breaks differently in the fonts that arrive, the letters are spaced as little as keeps its height', async () => {
	const fonts = fontSet()
	const page = open([], {
		isPainted: true,
		fonts,
		widths: [
			{ standIn: 195, ours: 203 },
			{ standIn: 203, ours: 199 },
			{ standIn: 195, ours: 199 },
			{ standIn: 150, ours: 230 },
			{ standIn: 195, ours: 203, bottom: 900 },
		],
	})
	fonts.arrive(0)
	fonts.arrive(1)
	await tick()
	expect(page.spacing()).toEqual(['-2e-2em', '1e-2em', '', '', ''])
})

test('if a font fails to load, the style sheet requests it again, and it is not remembered', async () => {
	const fonts = fontSet()
	const { dataset } = open([], { isPainted: true, fonts })
	fonts.fail()
	await tick()
	expect(dataset).toEqual({ painted: '' })
	expect(fonts.stored).toEqual({})
})

test('a page without scripts is also marked as painted', () => {
	expect(open([], { isPainted: true })).toMatchObject({ dataset: { painted: '' }, started: [] })
})

test('React Router and React keep all scripts and preloads inside the template', async () => {
	const html = await renderRoot()
	const [before = '', inside = '', after = ''] = html.split(/<template data-scripts="">|<\/template>/)
	expect(inside).toMatch(/<script>window\.__reactRouterContext =.*<script type="module" async="">import /s)
	expect(inside.match(/<link rel="modulepreload"/g)).toHaveLength(3)
	expect(before + after).not.toMatch(/modulepreload|type="module"/)
})

/** Renders a site whose root contains only the deferred scripts. */
async function renderRoot(): Promise<string> {
	const route = { id: 'root', path: '', Component: DeferredScripts }
	const url = 'https://shop.example/'
	const staticHandlerContext = await createStaticHandler([route]).query(new Request(url))
	if (staticHandlerContext instanceof Response) throw new Error('the router answered with a redirect')
	const module = '/assets/root.js'
	const context: EntryContext = {
		manifest: {
			entry: { module: '/assets/entry.js', imports: [] },
			routes: {
				root: {
					id: 'root',
					path: '',
					module,
					clientActionModule: undefined,
					clientLoaderModule: undefined,
					clientMiddlewareModule: undefined,
					hydrateFallbackModule: undefined,
					hasAction: false,
					hasLoader: false,
					hasClientAction: false,
					hasClientLoader: false,
					hasClientMiddleware: false,
					hasErrorBoundary: false,
				},
			},
			url: '/assets/manifest.js',
			version: '1',
		},
		routeModules: { root: { default: DeferredScripts } },
		staticHandlerContext,
		serverHandoffString: '{}',
		branches: [],
		future: {},
		ssr: true,
		isSpaMode: false,
		routeDiscovery: { mode: 'initial', manifestPath: '' },
		serializeError: ({ message }) => ({ message }),
	}
	return renderToStaticMarkup(<ServerRouter context={context} url={url} />)
}
