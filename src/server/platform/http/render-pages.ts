import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'

interface RenderOptions {
	/** The files of the web build that are to be rendered, such as `/free/index.html`. */
	files: readonly string[]
	/** The values that a browser would read from the page's head, such as `released-first-job`. */
	values: Readonly<Record<string, string>>
	/** The renderer that the web build has made. */
	renderer?: string
}

const builtRenderer = fileURLToPath(new URL('../../../../build/server/index.js', import.meta.url))
const renderedSchema = z.map(z.string(), z.string())

/**
 * Renders pages as the build does, but for another state of the shop. Works in a thread of its own, because pages read the state
 * only once, on import. The memory is freed when the thread ends.
 */
export async function renderPages({
	files,
	values,
	renderer = builtRenderer,
}: RenderOptions): Promise<ReadonlyMap<string, string>> {
	const worker = new Worker(new URL('./page-renderer.ts', import.meta.url), {
		workerData: { files, values, renderer },
		env: { NODE_ENV: 'production' },
	})
	try {
		return await new Promise((resolve, reject) => {
			worker.once('message', (rendered) => resolve(renderedSchema.parse(rendered)))
			worker.once('error', reject)
			worker.once('exit', () => reject(new Error('not all pages were rendered')))
		})
	} finally {
		await worker.terminate()
	}
}
