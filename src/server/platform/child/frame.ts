import { z } from 'zod'

/** JSON and files, as parent and child send them to each other: the length of a head, the head, and the files one after another. */
export interface Frame {
	json: unknown
	files: readonly Uint8Array[]
}

const lengthBytes = 4
const headSchema = z.object({ json: z.unknown(), sizes: z.array(z.int().nonnegative()) })

/** Returns a frame as the bytes that are sent, in pieces. */
export function writeFrame({ json, files }: Frame): Uint8Array[] {
	const head = Buffer.from(JSON.stringify({ json, sizes: files.map(({ length }) => length) }))
	const length = Buffer.alloc(lengthBytes)
	length.writeUInt32BE(head.length)
	return [length, head, ...files]
}

/** Reads a frame. Throws if the bytes are not exactly one. */
export function readFrame(bytes: Buffer): Frame {
	const start = lengthBytes + bytes.readUInt32BE()
	const { json, sizes } = headSchema.parse(JSON.parse(bytes.toString('utf8', lengthBytes, start)))
	const files: Buffer[] = []
	let end = start
	for (const size of sizes) {
		files.push(bytes.subarray(end, end + size))
		end += size
	}
	if (end !== bytes.length) throw new Error('the bytes are not one whole frame')
	return { json, files }
}
