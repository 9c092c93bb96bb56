import { readFile } from 'node:fs/promises'

/** The body of an image or video, which is read on first use. */
export interface LazyBody {
	readonly bytes: number
	/** Whether ranges of it may be requested. */
	readonly isFilm: boolean
	/** Undefined until it has been read. */
	kept: Buffer | undefined
	/** Reads the file once, however many requests are waiting, and caches it; undefined if it no longer exists. */
	load(): Promise<Buffer | undefined>
}

/** Returns the body of a file without reading it yet. */
export function lazyBody(path: string, { bytes, isFilm }: Pick<LazyBody, 'bytes' | 'isFilm'>): LazyBody {
	let loading: Promise<void> | undefined
	async function read(): Promise<void> {
		try {
			lazy.kept = await readFile(path)
		} catch {
			// The pages have been rebuilt while the shop is running, and no page uses this file any more.
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
