// Children load this file, and start faster without a package for schemas.

/** JSON and files, as parent and child send them to each other: one after another, each after its length. */
export interface Frame {
	json: unknown
	files: readonly Uint8Array[]
}

const lengthBytes = 4

/** Returns a frame as the bytes that are sent, in pieces. */
export function writeFrame({ json, files }: Frame): Uint8Array[] {
	return [Buffer.from(JSON.stringify(json)), ...files].flatMap((piece) => {
		const length = Buffer.alloc(lengthBytes)
		length.writeUInt32BE(piece.length)
		return [length, piece]
	})
}

/** Reads a frame. Throws if the bytes are not exactly one. */
export function readFrame(bytes: Buffer): Frame {
	const pieces: Buffer[] = []
	for (let at = 0; at < bytes.length; ) {
		const start = at + lengthBytes
		at = start + bytes.readUInt32BE(at)
		if (at > bytes.length) throw new Error('the bytes are not one whole frame')
		pieces.push(bytes.subarray(start, at))
	}
	const [json, ...files] = pieces
	return { json: JSON.parse(json?.toString() ?? ''), files }
}
