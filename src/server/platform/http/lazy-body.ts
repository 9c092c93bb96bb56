import { readFile } from 'node:fs/promises'

/** The body of an image or video, which is read on first use. */
export interface LazyBody {
	readonly bytes: number
	/** Whether it is a video. Images are always sent whole. */
	readonly isFilm: boolean
	/** The body, once it has been read. */
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
			// The file is gone: the pages have been rebuilt while the shop is running, and no longer use it.
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
