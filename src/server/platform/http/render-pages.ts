import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { ShownFile } from '#server/platform/http/built-pages.ts'
import type { ShopState } from '#shared/shop-state.ts'

/** The renderer that the web build has made. */
export const builtRenderer = fileURLToPath(new URL('../../../../build/server/index.js', import.meta.url))

/** The program of the thread that renders them. */
export const pageRenderer = new URL('./page-renderer.ts', import.meta.url)

/** How long rendering may take: several times as long as for a shop of five hundred products on a busy machine. */
const longestMs = 120_000

const renderedSchema = z.array(
	z.object({
		path: z.string(),
		/** Changes with whatever the page shows of the shop's state. */
		key: z.string(),
		/** The page itself; undefined if its key is the known one. */
		page: z.string().optional(),
		/** What the page's loaders have selected, for a browser that comes from another page of the site. */
		data: z.string().optional(),
		/** Whether its loaders found nothing, so that it says so: the list of articles before the first, for example. */
		isMissing: z.boolean().optional(),
	}),
)

/** A page of the site, or a file that lists pages. */
interface RenderedPage {
	key: string
	/** Undefined if its key was known: then it is as it was. */
	page?: string | undefined
	data?: string | undefined
	isMissing?: boolean | undefined
}

/** Every page of the site, and the files that list pages, by their paths. */
export type RenderedPages = ReadonlyMap<string, RenderedPage>

interface RenderOptions {
	renderer?: string
	timeLimitMs?: number
	/** The path of the one page to render; all by default. */
	only?: string
}

/**
 * Renders the pages of this state of the shop whose keys differ from the known ones. Works in a thread of its own, because that takes up
 * to a second, and because a thread renders one state only. Its memory is freed when it ends.
 */
export async function renderPages(
	state: ShopState,
	known: ReadonlyMap<string, string> = new Map(),
	{ renderer = builtRenderer, timeLimitMs = longestMs, only }: RenderOptions = {},
): Promise<RenderedPages> {
	const worker = new Worker(pageRenderer, {
		workerData: { state, renderer, known, only },
		env: { NODE_ENV: 'production' },
	})
	let limit: NodeJS.Timeout | undefined
	try {
		const rendered = await new Promise<unknown>((resolve, reject) => {
			const fail = (why: string, cause?: unknown) =>
				reject(new Error(`The pages could not be rendered: ${why}`, { cause }))
			worker.once('message', resolve)
			worker.once('error', (cause) =>
				fail(cause instanceof Error ? cause.message || (cause.stack ?? cause.name) : String(cause), cause),
			)
			worker.once('exit', () => fail('the thread has ended.'))
			limit = setTimeout(() => fail('it took too long.'), timeLimitMs)
		})
		return new Map(renderedSchema.parse(rendered).map(({ path, ...page }) => [path, page]))
	} finally {
		clearTimeout(limit)
		await worker.terminate()
	}
}

/** Returns pages as the files that a browser asks for: each page, and beside it the data of its loaders. */
export function filesOf(rendered: RenderedPages): ReadonlyMap<string, ShownFile> {
	const files = new Map<string, ShownFile>()
	for (const [path, { key, page, data, isMissing }] of rendered) {
		files.set(path, { key, text: page, isMissing })
		if (!isFile(path)) files.set(dataPath(path), { key, text: data, isMissing })
	}
	return files
}

/** Returns whether a path is that of a file, such as the sitemap: its loader's answer. */
export function isFile(path: string): boolean {
	return /\.\w+$/.test(path)
}

/** Returns the address at which the router in the browser asks for the data of a page. */
export function dataPath(path: string): string {
	return `${path.replace(/\/$/, '/_')}.data`
}
