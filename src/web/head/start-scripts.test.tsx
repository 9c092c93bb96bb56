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
function open(scripts: readonly Script[], { isPainted }: { isPainted: boolean }) {
	const dataset: Record<string, string> = {}
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
			querySelector: () => ({ content: { textContent: 'the router’s scripts' } }),
			createElement: () => ({}),
			head: {
				append: ({ textContent }: Partial<Script>) => textContent !== undefined && started.push(textContent),
			},
		},
		DOMParser,
		PerformanceObserver,
		requestAnimationFrame: (run: () => void) => run(),
		setTimeout: (run: () => void) => run(),
		addEventListener: () => undefined,
	})
	if (isPainted) for (const callback of onPaint) callback()
	return { dataset, started }
}

const scripts = [
	{ type: '', textContent: 'data' },
	{ type: 'module', textContent: 'modules' },
]

test('after the first paint the document is marked as painted and its scripts start', () => {
	expect(open(scripts, { isPainted: true })).toEqual({
		dataset: { painted: '' },
		started: ['data', 'modules'],
	})
})

test('before the first paint, no script runs except the one that prepares data', () => {
	expect(open(scripts, { isPainted: false })).toEqual({ dataset: {}, started: ['data'] })
})

test('a page without scripts is also marked as painted', () => {
	expect(open([], { isPainted: true })).toEqual({ dataset: { painted: '' }, started: [] })
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
					...{ id: 'root', path: '', module, clientActionModule: undefined, clientLoaderModule: undefined },
					...{ clientMiddlewareModule: undefined, hydrateFallbackModule: undefined, hasAction: false },
					...{ hasLoader: false, hasClientAction: false, hasClientLoader: false },
					...{ hasClientMiddleware: false, hasErrorBoundary: false },
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
