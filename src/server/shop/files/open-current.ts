import { type FileStore, type StoredFile, storedName } from './file-store.ts'

/** What a row says of its file. */
interface FileRow {
	name: string
	/** In bytes. */
	size: number
	/** In hexadecimal. */
	sha256: string
}

/**
 * Reads the row of a file and opens its bytes. The file is undefined if its bytes are missing or incomplete; without a row, the
 * whole answer is. Between the two steps a new edition may be published, which removes the bytes of the one before: if they are
 * gone, both are done again, once.
 */
export async function openCurrent<R extends FileRow>(
	files: FileStore,
	readRow: () => Promise<R | undefined>,
): Promise<{ row: R; file: StoredFile | undefined } | undefined> {
	const first = await open()
	return first === undefined || first.file !== undefined ? first : await open()

	async function open() {
		const row = await readRow()
		if (row === undefined) return undefined
		const file = await files.open(storedName(row.name, row.sha256))
		return { row, file: file?.size === row.size ? file : undefined }
	}
}
