import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import {
	builtRenderer,
	pageRenderer,
	type RenderedPages,
	renderPages,
} from '#server/platform/http/render-pages.ts'
import type { ShopState } from '#shared/shop-state.ts'

const storedSchema = z.object({ page: z.string(), data: z.string().optional() })

const noLines: ReadonlyMap<string, string> = new Map()

interface StoringRenderer {
	/**
	 * Renders the pages of a state, unless their keys are known. Throws if there has been another build since the start: its pages name
	 * files that this server hasn't loaded.
	 */
	render(state: ShopState, known: ReadonlyMap<string, string>): Promise<RenderedPages>
	/** Returns the pages that this build has rendered last, whatever the state; undefined if there are none. */
	last(): Promise<RenderedPages | undefined>
}

/**
 * Stores rendered pages in a folder under a name made of the build and of the state. A restarted server then renders nothing. Only the
 * pages rendered last are kept. What can't be read or written there is rendered again.
 */
export async function storingRenderer(
	folder: string,
	{ render = renderPages, onUnstored }: { render?: typeof renderPages; onUnstored: (error: unknown) => void },
): Promise<StoringRenderer> {
	const build = await buildOnDisk()

	/** Returns the path of the pages that this build has rendered last. */
	async function latest(): Promise<string | undefined> {
		const names = await readdir(folder).catch(() => [])
		const paths = names
			.filter((name) => name.startsWith(`${build}-`) && name.endsWith('.txt'))
			.map((name) => join(folder, name))
		const times = await Promise.all(
			paths.map(async (path) => (await stat(path).catch(() => null))?.mtimeMs ?? 0),
		)
		return paths[times.indexOf(Math.max(...times))]
	}

	return {
		render: async (state, known) => {
			if ((await buildOnDisk()) !== build)
				throw new Error('The pages were built again while this server was running. Restart it to show them.')
			const key = createHash('sha256').update(JSON.stringify(state)).digest('hex').slice(0, 32)
			const path = join(folder, `${build}-${key}.txt`)
			const stored = await readStored(path)
			if (stored !== undefined) return stored
			const earlierPath = await latest()
			const earlier = earlierPath === undefined ? noLines : await readLines(earlierPath).catch(() => noLines)
			// A page that isn't stored is rendered again, although it is known: otherwise it would not be stored this time either.
			const stillStored = new Map([...known].filter(([name, of]) => earlier.has(`${name} ${of}`)))
			const rendered = await render(state, stillStored)
			// A full disk must not keep visitors from seeing the pages.
			await store(path, rendered, earlier).catch(onUnstored)
			return rendered
		},
		last: async () => {
			const path = await latest()
			return path === undefined ? undefined : await readStored(path)
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
		const pages = await readLines(path)
		return new Map(
			[...pages].map(([name, text]) => {
				const [path = '', key = ''] = name.split(' ')
				return [path, { key, ...storedSchema.parse(JSON.parse(text)) }]
			}),
		)
	} catch {
		return undefined
	}
}

/** Reads the lines of a file by the pages that they store. Each has a page's path, its key and its text, with spaces in between. */
async function readLines(path: string): Promise<ReadonlyMap<string, string>> {
	const lines = (await readFile(path, 'utf8')).split('\n')
	if (lines.pop() !== '' || lines.length === 0) throw new Error('half a file')
	return new Map(
		lines.map((line) => {
			const end = line.indexOf(' ', line.indexOf(' ') + 1)
			return [line.slice(0, end), line.slice(end + 1)]
		}),
	)
}

/**
 * Stores pages, and takes those that were not rendered again from an earlier file. Writes under another name first, so that a server that
 * is killed meanwhile leaves no half a file, and line by line, so that requests are answered in between.
 */
async function store(
	path: string,
	rendered: RenderedPages,
	earlier: ReadonlyMap<string, string>,
): Promise<void> {
	const folder = join(path, '..')
	await mkdir(folder, { recursive: true })
	const written = `${path}.${randomUUID()}`
	try {
		await writeFile(written, linesOf(rendered, earlier))
		await rename(written, path)
	} catch (error) {
		await rm(written, { force: true })
		throw error
	}
	for (const name of await readdir(folder))
		if (join(folder, name) !== path) await rm(join(folder, name), { force: true })
}

function* linesOf(rendered: RenderedPages, earlier: ReadonlyMap<string, string>): Generator<string> {
	for (const [path, { key, page, data }] of rendered) {
		const name = `${path} ${key}`
		const text = page === undefined ? earlier.get(name) : JSON.stringify({ page, data })
		if (text === undefined) throw new Error(`${path} is not in the earlier file`)
		yield `${name} ${text}\n`
	}
}
