import { hash } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { dataPath, isFile } from '#server/platform/http/render-pages.ts'
import type { ShopState } from '#shared/shop-state.ts'

/** The program of the thread that `renderPages` starts. */

const { state, renderer, known, only } = z
	.object({
		// Its schema was checked when it was read. To check it again would take 0.2 s if there are five hundred products.
		state: z.custom<ShopState>(),
		renderer: z.string(),
		known: z.map(z.string(), z.string()),
		only: z.string().optional(),
	})
	.parse(workerData)

type Handler = (request: Request) => Promise<Response>
type Loader = (args: object) => unknown
const isFunction = (value: unknown) => typeof value === 'function'
const routeSchema = z.looseObject({
	parentId: z.string().optional(),
	path: z.string().optional(),
	module: z.looseObject({
		default: z.unknown().optional(),
		loader: z.custom<Loader>(isFunction).optional(),
	}),
})
type Route = z.infer<typeof routeSchema>
const buildSchema = z.looseObject({
	routes: z.record(z.string(), routeSchema),
	entry: z.looseObject({
		module: z.looseObject({
			createRequestHandler: z.custom<(build: unknown, mode: 'production') => Handler>(isFunction),
			namedPaths: z.custom<() => string[]>(isFunction),
		}),
	}),
})

// Set before the pages are imported: whatever they read belongs to this state.
globalThis.shopState = state
const build = buildSchema.parse(await import(pathToFileURL(renderer).href))
const { routes, entry } = build
/** What a loader has thrown while a page was rendered. */
let failure: unknown
// Every page would name the router's coming features, which are all off.
const handler = entry.module.createRequestHandler(
	{
		...build,
		future: {},
		entry: { ...entry, module: { ...entry.module, handleError: (error: unknown) => (failure = error) } },
	},
	'production',
)

const origin = 'http://localhost'

/** Returns the path of a route with those of the routes around it. */
function pathOf({ parentId, path = '' }: Route): string {
	const parent = routes[parentId ?? '']
	return `${parent === undefined ? '' : pathOf(parent)}${path === '' ? '' : `/${path}`}`
}

const around = new Set(Object.values(routes).map(({ parentId }) => parentId))
// What it selects would be on many pages, and part of the key of none.
for (const [id, { module }] of Object.entries(routes))
	if (around.has(id) && module.loader !== undefined)
		throw new Error(`the route ${id} is around others, so it can’t have a loader`)

/** The routes that select something, those without parameters first. */
const selecting = Object.values(routes)
	.filter(({ module }) => module.loader !== undefined)
	.map((route) => {
		const path = pathOf(route) || '/'
		return { ...route.module, path, matches: new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`) }
	})
	.toSorted((a, b) => Number(a.path.includes(':')) - Number(b.path.includes(':')))

/**
 * Returns what the loader of a page selects, as text; undefined if it is a file that isn't there. It is called without the router's
 * handler, which would take several times as long: after each change of the shop, every page is asked.
 */
async function select(path: string): Promise<string | undefined> {
	const route = selecting.find(({ matches }) => matches.test(path))
	if (route?.loader === undefined) return ''
	const selected = await route.loader({
		// Most loaders don't look at it, and making it takes longer than they do.
		get request() {
			return requestFor(path, '*/*')
		},
		url: new URL(path, origin),
		params: { ...route.matches.exec(path)?.groups },
		pattern: route.path,
	})
	if (!(selected instanceof Response)) return JSON.stringify(selected)
	return selected.status === 404 ? undefined : await selected.text()
}

async function answer(path: string, accept: string): Promise<string> {
	const response = await handler(requestFor(path, accept))
	const text = await response.text()
	if (response.status < 500) return text
	// What React could not render is in the response, and what a loader has thrown is not.
	const reason = failure === undefined ? text : String(failure)
	throw new Error(`${path} could not be rendered: ${reason.slice(0, 500)}`, { cause: failure })
}

function requestFor(path: string, accept: string): Request {
	return new Request(`${origin}${path}`, { headers: { accept } })
}

function hashOf(text: string): string {
	return hash('sha256', text, 'base64url')
}

const paths = new Set([
	...Object.values(routes)
		.filter(({ module: { default: page, loader } }) => page !== undefined || loader !== undefined)
		.map((route) => pathOf(route) || '/')
		.filter((path) => !/[:*]/.test(path)),
	...entry.module.namedPaths(),
])

// A page depends on these settings, on the words and links of every page and on what its loaders select.
const { siteUrl, publishableKey, texts, parts, site, articles, sells } = state
const settings = hashOf(
	JSON.stringify([siteUrl, publishableKey, texts, parts, site, articles.length > 0, sells]),
)
const rendered = []
for (const path of only === undefined ? paths : [only]) {
	const selected = await select(path)
	if (selected === undefined) continue
	const key = hashOf(`${settings}${selected}`)
	if (known.get(path) === key) {
		rendered.push({ path, key })
		continue
	}
	rendered.push({
		path,
		key,
		page: await answer(path, isFile(path) ? '*/*' : 'text/html'),
		data: isFile(path) ? undefined : await answer(dataPath(path), '*/*'),
		...(selected === 'null' ? { isMissing: true } : {}),
	})
}
parentPort?.postMessage(rendered)
