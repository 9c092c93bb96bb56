import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { ShopState } from '#shared/shop-state.ts'

/** The renderer that the web build has made. */
export const builtRenderer = fileURLToPath(new URL('../../../../build/server/index.js', import.meta.url))

const renderedSchema = z.array(
	z.object({
		path: z.string(),
		/** Changes with whatever the page shows of the shop's state. */
		key: z.string(),
		/** The page itself; undefined if its key is the known one. */
		page: z.string().optional(),
		/** What the page's loaders have selected, for a browser that comes from another page of the site. */
		data: z.string().optional(),
	}),
)

interface RenderedPage {
	key: string
	page: string
	data?: string | undefined
}

/** Every page of the site, and the files that list pages, by their paths. */
export type RenderedPages = ReadonlyMap<string, RenderedPage>

/**
 * Renders the pages of this state of the shop that differ from those known. Works in a thread of its own, because that takes up to
 * a second, and because a thread renders one state only. Its memory is freed when it ends.
 */
export async function renderPages(
	state: ShopState,
	known: RenderedPages = new Map(),
	renderer = builtRenderer,
): Promise<RenderedPages> {
	const keys = new Map([...known].map(([path, { key }]) => [path, key]))
	const worker = new Worker(new URL('./page-renderer.ts', import.meta.url), {
		workerData: { state, renderer, known: keys },
		env: { NODE_ENV: 'production' },
	})
	try {
		const rendered = await new Promise<unknown>((resolve, reject) => {
			worker.once('message', resolve)
			worker.once('error', (cause) =>
				reject(
					new Error(
						`The pages could not be rendered: ${cause instanceof Error ? cause.message || cause.stack : cause}`,
						{
							cause,
						},
					),
				),
			)
			worker.once('exit', () => reject(new Error('The pages could not be rendered: the thread has ended.')))
		})
		return new Map(
			renderedSchema
				.parse(rendered)
				.map(({ path, page, ...rest }) => [
					path,
					page === undefined ? (known.get(path) ?? { ...rest, page: '' }) : { ...rest, page },
				]),
		)
	} finally {
		await worker.terminate()
	}
}

/** Returns pages as the files that a browser asks for: each page, and beside it the data of its loaders. */
export function filesOf(rendered: RenderedPages): ReadonlyMap<string, string> {
	const files = new Map<string, string>()
	for (const [path, { page, data }] of rendered) {
		files.set(path, page)
		if (data !== undefined) files.set(dataPath(path), data)
	}
	return files
}

/** Returns the address at which the router in the browser asks for the data of a page. */
function dataPath(path: string): string {
	return `${path === '/' ? '/_' : path}.data`
}
