import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import {
	builtRenderer,
	pageRenderer,
	type RenderedPages,
	renderPages,
} from '#server/platform/http/render-pages.ts'
import type { ShopState } from '#shared/shop-state.ts'

const storedSchema = z.tuple([
	z.string(),
	z.object({ key: z.string(), page: z.string(), data: z.string().optional() }),
])

interface StoringRenderer {
	/** Renders the pages of a state. Throws if the pages were built anew since the start: the new ones name files that aren't loaded. */
	render(state: ShopState): Promise<RenderedPages>
	/** Returns the pages that this build has rendered last, whatever the state; undefined if there are none. */
	last(): Promise<RenderedPages | undefined>
}

/**
 * Stores rendered pages in a folder under a name made of the build and of the state. A restarted server then renders nothing, and one
 * whose state has changed renders only the pages that differ. Only the pages rendered last are kept. What can't be read or written
 * there is rendered again.
 */
export async function storingRenderer(folder: string, render = renderPages): Promise<StoringRenderer> {
	const build = await buildOnDisk()
	let last: RenderedPages | undefined
	return {
		render: async (state) => {
			if ((await buildOnDisk()) !== build)
				throw new Error('The pages were built anew while this server was running. Restart it to show them.')
			const key = createHash('sha256').update(JSON.stringify(state)).digest('hex').slice(0, 32)
			const path = join(folder, `${build}-${key}.json`)
			const stored = await readStored(path)
			const rendered = stored ?? (await render(state, last))
			// A full disk must not keep visitors from seeing the pages.
			if (stored === undefined) await store(path, rendered).catch(() => {})
			last = rendered
			return rendered
		},
		last: async () => {
			const names = await readdir(folder).catch(() => [])
			const name = names.find((each) => each.startsWith(`${build}-`) && each.endsWith('.json'))
			return name === undefined ? undefined : await readStored(join(folder, name))
		},
	}
}

/** Identifies what renders the pages: the web build, and the program of the thread. */
async function buildOnDisk(): Promise<string> {
	// Dates and prices are written by Node.
	const hash = createHash('sha256').update(process.version)
	for (const file of [builtRenderer, pageRenderer]) hash.update(await readFile(file))
	return hash.digest('hex').slice(0, 16)
}

async function readStored(path: string): Promise<RenderedPages | undefined> {
	try {
		const lines = (await readFile(path, 'utf8')).split('\n')
		// Half a file doesn't end with an empty line.
		if (lines.pop() !== '') return undefined
		return new Map(lines.map((line) => storedSchema.parse(JSON.parse(line))))
	} catch {
		return undefined
	}
}

/** Writes the pages under another name first, so that a server that is killed meanwhile leaves no half a file. */
async function store(path: string, rendered: RenderedPages): Promise<void> {
	const folder = join(path, '..')
	await mkdir(folder, { recursive: true })
	const written = `${path}.${randomUUID()}`
	await writeFile(written, linesOf(rendered))
	await rename(written, path)
	for (const name of await readdir(folder))
		if (join(folder, name) !== path) await rm(join(folder, name), { force: true })
}

/** Returns a line for each page. They are written one by one, so that requests are answered in between. */
function* linesOf(rendered: RenderedPages): Generator<string> {
	for (const page of rendered) yield `${JSON.stringify(page)}\n`
}
