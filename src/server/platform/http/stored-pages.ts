import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { builtRenderer, type RenderedPages, renderPages } from '#server/platform/http/render-pages.ts'
import type { ShopState } from '#shared/shop-state.ts'

const storedSchema = z.array(
	z.tuple([z.string(), z.object({ key: z.string(), page: z.string(), data: z.string().optional() })]),
)

/**
 * Returns a function that renders the pages of a state, and stores them in a folder under a name made of the build and of the state.
 * A restarted server then renders nothing, and one whose state has changed renders only the pages that differ. Only the pages rendered
 * last are kept. What can't be read or written there is rendered again.
 */
export async function storingRenderer(
	folder: string,
	render = renderPages,
): Promise<(state: ShopState) => Promise<RenderedPages>> {
	const build = createHash('sha256')
		.update(await readFile(builtRenderer))
		.digest('hex')
		.slice(0, 16)
	let last: RenderedPages | undefined
	return async (state) => {
		const key = createHash('sha256').update(JSON.stringify(state)).digest('hex').slice(0, 32)
		const path = join(folder, `${build}-${key}.json`)
		const stored = await readStored(path)
		const rendered = stored ?? (await render(state, last))
		// A full disk must not keep visitors from seeing the pages.
		if (stored === undefined) await store(path, rendered).catch(() => {})
		last = rendered
		return rendered
	}
}

async function readStored(path: string): Promise<RenderedPages | undefined> {
	try {
		return new Map(storedSchema.parse(JSON.parse(await readFile(path, 'utf8'))))
	} catch {
		return undefined
	}
}

/** Writes the pages under another name first, so that a server that is killed meanwhile leaves no half a file. */
async function store(path: string, rendered: RenderedPages): Promise<void> {
	const folder = join(path, '..')
	await mkdir(folder, { recursive: true })
	const written = `${path}.${randomUUID()}`
	await writeFile(written, JSON.stringify([...rendered]))
	await rename(written, path)
	for (const name of await readdir(folder))
		if (join(folder, name) !== path) await rm(join(folder, name), { force: true })
}
