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

const storedSchema = z.object({
	page: z.string(),
	data: z.string().optional(),
	isMissing: z.boolean().optional(),
})
/** The paths and keys of all pages of a state. */
const listSchema = z.array(z.tuple([z.string(), z.string()])).min(1)

const unfinished = '.new'

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
 * Stores rendered pages in a folder, so that a restarted server renders nothing: each page in a file of its own, named after its key,
 * and for a state the list of its pages. A change so writes only the pages that it changes. Only the pages of the state rendered last
 * are kept. What can't be read or written there is rendered again.
 */
export async function storingRenderer(
	folder: string,
	{ render = renderPages, onUnstored }: { render?: typeof renderPages; onUnstored: (error: unknown) => void },
): Promise<StoringRenderer> {
	const build = await buildOnDisk()
	const listOf = (state: ShopState) => `${build}-${hashOf(JSON.stringify(state))}.list`
	const fileOf = (path: string, key: string) => `${build}-${hashOf(`${path} ${key}`)}.json`
	const namesThere = async () => await readdir(folder).catch(() => [])

	// What servers that were killed have left.
	for (const name of await namesThere())
		if (name.endsWith(unfinished)) await rm(join(folder, name), { force: true })

	async function read(list: string): Promise<RenderedPages | undefined> {
		try {
			const pages = listSchema.parse(await readJson(join(folder, list)))
			return new Map(
				await Promise.all(
					pages.map(async ([path, key]) => {
						const stored = storedSchema.parse(await readJson(join(folder, fileOf(path, key))))
						return [path, { key, ...stored }] as const
					}),
				),
			)
		} catch {
			return undefined
		}
	}

	/** Writes under another name first, so that a server that is killed meanwhile leaves no half a file. */
	async function write(name: string, content: unknown): Promise<void> {
		const written = join(folder, `${name}.${randomUUID()}${unfinished}`)
		try {
			await writeFile(written, JSON.stringify(content))
			await rename(written, join(folder, name))
		} catch (error) {
			await rm(written, { force: true })
			throw error
		}
	}

	async function store(list: string, rendered: RenderedPages): Promise<void> {
		await mkdir(folder, { recursive: true })
		const there = new Set(await readdir(folder))
		const needed = new Set([list])
		for (const [path, { key, page, data, isMissing }] of rendered) {
			const name = fileOf(path, key)
			needed.add(name)
			if (page !== undefined) await write(name, { page, data, isMissing })
			else if (!there.has(name)) throw new Error(`${path} is not stored`)
		}
		await write(
			list,
			[...rendered].map(([path, { key }]) => [path, key]),
		)
		for (const name of there)
			if (!needed.has(name) && !name.endsWith(unfinished)) await rm(join(folder, name), { force: true })
	}

	return {
		render: async (state, known) => {
			if ((await buildOnDisk()) !== build)
				throw new Error('The pages were built again while this server was running. Restart it to show them.')
			const list = listOf(state)
			const stored = await read(list)
			if (stored !== undefined) return stored
			const there = new Set(await namesThere())
			// A page that isn't stored is rendered again, although it is known: otherwise it would not be stored this time either.
			const stillStored = new Map([...known].filter(([path, key]) => there.has(fileOf(path, key))))
			const rendered = await render(state, stillStored)
			// A full disk must not keep visitors from seeing the pages.
			await store(list, rendered).catch(onUnstored)
			return rendered
		},
		last: async () => {
			const lists = (await namesThere()).filter(
				(name) => name.startsWith(`${build}-`) && name.endsWith('.list'),
			)
			const times = await Promise.all(
				lists.map(async (name) => (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0),
			)
			const latest = lists[times.indexOf(Math.max(...times))]
			return latest === undefined ? undefined : await read(latest)
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

function hashOf(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

async function readJson(path: string): Promise<unknown> {
	return JSON.parse(await readFile(path, 'utf8'))
}
