import { readFile } from 'node:fs/promises'

/** The body of a picture or film, which is read when somebody asks for it. */
export interface LazyBody {
	readonly bytes: number
	/** Whether a player may ask for parts of it. */
	readonly isFilm: boolean
	/** Undefined until it has been read. */
	kept: Buffer | undefined
	/** Reads it once for all who ask meanwhile, and keeps it; undefined where the file has gone. */
	load(): Promise<Buffer | undefined>
}

/** The body of the file under that path, of which nothing is read yet. */
export function lazyBody(path: string, { bytes, isFilm }: Pick<LazyBody, 'bytes' | 'isFilm'>): LazyBody {
	let loading: Promise<void> | undefined
	async function read(): Promise<void> {
		try {
			lazy.kept = await readFile(path)
		} catch {
			// Somebody has built the pages anew under the running shop, and this one is of no page any more.
			loading = undefined
		}
	}
	const lazy: LazyBody = {
		bytes,
		isFilm,
		kept: undefined,
		load: async () => {
			loading ??= read()
			await loading
			return lazy.kept
		},
	}
	return lazy
}
