import type { FileType, Incoming } from '#server/shop/files/file-store.ts'
import { receiveFile } from '#server/shop/files/receive-file.ts'
import { DecisionError } from '#server/shop/plan.ts'

/** What a complete file has within its last bytes. In a ZIP, which many formats are, a comment of up to 64 kB may follow it. */
const ofPdf = { marker: '%%EOF', within: 1_024 }
const ofZip = { marker: 'PK\x05\x06', within: 22 + 65_535 }
const tailBytes = Math.max(ofPdf.within, ofZip.within)

/**
 * Writes a file and returns its type; undefined if its first bytes don't match the type in its name. Throws `DecisionError` if it is
 * empty or cut off.
 */
export async function receiveWhole(
	incoming: Incoming,
	fileName: string,
	chunks: AsyncIterable<Uint8Array>,
): Promise<FileType | undefined> {
	let end = ''
	const contentType = await receiveFile(
		incoming,
		fileName,
		watched(chunks, (chunk) => {
			end = (end + Buffer.from(chunk.subarray(-tailBytes)).toString('latin1')).slice(-tailBytes)
		}),
	)
	if (contentType === 'empty') throw new DecisionError('The file is empty.')
	if (contentType === undefined) return undefined
	const { marker, within } = contentType === 'application/pdf' ? ofPdf : ofZip
	if (!end.slice(-within).includes(marker))
		throw new DecisionError(`The ${typeOf(fileName)} is cut off: its end is missing. Export it again.`)
	return contentType
}

async function* watched(chunks: AsyncIterable<Uint8Array>, see: (chunk: Uint8Array) => void) {
	for await (const chunk of chunks) {
		see(chunk)
		yield chunk
	}
}

/** Returns the ending of a file's name in capitals, such as "PDF". */
export function typeOf(fileName: string): string {
	return fileName.slice(fileName.lastIndexOf('.') + 1).toUpperCase()
}
