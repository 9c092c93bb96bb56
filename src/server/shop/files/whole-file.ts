import type { StoredFile } from '#server/shop/files/file-store.ts'

/** All bytes of a stored file in memory; for files known to be small. */
export async function wholeFile(file: StoredFile): Promise<Uint8Array<ArrayBuffer>> {
	const bytes = await file.read()
	return bytes instanceof Uint8Array ? bytes : new Uint8Array(await new Response(bytes).arrayBuffer())
}
