import { type FileType, fileTypeOf, type Incoming, longestOpening } from '#server/shop/files/file-store.ts'

/**
 * Writes a file and returns its type; `empty` if it has no bytes. Returns undefined if its first bytes don't match the type in its
 * name, without waiting for the rest of the file.
 */
export async function receiveFile(
	incoming: Incoming,
	name: string,
	chunks: AsyncIterable<Uint8Array>,
): Promise<FileType | 'empty' | undefined> {
	let contentType: FileType | undefined
	let opening = Buffer.alloc(0)
	for await (const chunk of chunks) {
		if (contentType === undefined) {
			opening = Buffer.concat([opening, chunk])
			if (opening.length < longestOpening) continue
			contentType = fileTypeOf(name, opening)
			if (contentType === undefined) return undefined
			await incoming.write(opening)
		} else await incoming.write(chunk)
	}
	return opening.length === 0 ? 'empty' : contentType
}
