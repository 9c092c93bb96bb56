import { pipeline } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import type { ByteRange } from '#server/platform/http/ranges-and-conditions.ts'
import { type StoredFile, StoreFailure, wholeFile } from '#server/shop/files/file-store.ts'

/** A file inside a stored ZIP. */
export interface PackedFile {
	/** Its path in the ZIP. */
	name: string
	/** Unpacked, in bytes. */
	size: number
}

/** An opened `PackedFile`. */
export interface OpenedFile extends PackedFile {
	read(): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>
}

/** What a ZIP may have at most. Of one with more files none are listed; a larger file isn't. */
const most = { files: 2_000, bytes: 50_000_000, ratio: 250 }
/** Below this size a good ratio is no sign of a bomb: a blank sheet shrinks to a hundredth. */
const smallBytes = 1_000_000

/** What programs put into ZIPs, and nobody wants to open. */
const clutter = /(?:^|\/)(?:\.|__MACOSX(?:\/|$)|Thumbs\.db$|desktop\.ini$)/i
// Control characters, those that reverse the direction of text, and what a name can't have on every computer.
const deceptive = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\uFFFD\\:*?"<>|]/u
const plainPath = /^[^/]{1,120}(?:\/[^/]{1,120}){0,5}$/

/**
 * Lists the files inside a stored ZIP, in its order. Leaves out those that have a password or are packed in a rare way, two of one name,
 * those that unpack to far more than a guide has, and those whose names could deceive. Returns none if it can't be read.
 */
export async function listPacked(stored: StoredFile): Promise<PackedFile[]> {
	const { entries } = await readDirectory(stored)
	return entries.map(({ fileName: name, uncompressedSize: size }) => ({ name, size }))
}

/** Opens one of the files that `listPacked` lists; undefined if there is none of this name. Unpacks it only while it is read. */
export async function openPacked(stored: StoredFile, name: string): Promise<OpenedFile | undefined> {
	const { zip, entries } = await readDirectory(stored)
	const entry = entries.find(({ fileName }) => fileName === name)
	if (zip === undefined || entry === undefined) return undefined
	const header = await zip.readLocalFileHeaderPromise(entry, { minimal: true }).catch(ignoreDamage)
	const start = header?.fileDataStart ?? stored.size
	const end = start + entry.compressedSize
	if (end > stored.size) return undefined
	return { name, size: entry.uncompressedSize, read: () => unpack(stored, { start, end: end - 1 }, entry) }
}

async function readDirectory(stored: StoredFile): Promise<{ zip?: ZipFile; entries: Entry[] }> {
	const zip = await fromRandomAccessReaderPromise(new BlockReader(stored), stored.size, {
		autoClose: false,
	}).catch(ignoreDamage)
	if (zip === undefined || zip.entryCount > most.files) return { entries: [] }
	const all = await Array.fromAsync(zip.eachEntry()).catch(ignoreDamage)
	const names = new Map<string, number>()
	for (const { fileName } of all ?? []) names.set(fileName, (names.get(fileName) ?? 0) + 1)
	return { zip, entries: all?.filter((entry) => names.get(entry.fileName) === 1 && isOffered(entry)) ?? [] }
}

/** Rethrows that the store failed. Any other error means that the file is damaged or no ZIP. */
function ignoreDamage(error: unknown): undefined {
	if (error instanceof StoreFailure) throw error
}

function isOffered(entry: Entry): boolean {
	const { fileName: name, uncompressedSize: size, compressedSize } = entry
	return (
		size > 0 &&
		size <= Math.min(most.bytes, Math.max(smallBytes, compressedSize * most.ratio)) &&
		entry.canDecodeFileData() &&
		plainPath.test(name) &&
		!deceptive.test(name) &&
		!clutter.test(name) &&
		name.trim() === name
	)
}

async function unpack(
	stored: StoredFile,
	range: ByteRange,
	entry: Entry,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
	const bytes = await stored.read(range)
	const packed = bytes instanceof Uint8Array ? [bytes] : bytes
	const chunks = checked(entry.compressionMethod === 0 ? packed : inflated(packed), entry)
	return new ReadableStream({
		pull: async (controller) => {
			const { done, value } = await chunks.next()
			if (done) controller.close()
			else controller.enqueue(value)
		},
		cancel: async () => {
			await chunks.return()
		},
	})
}

type Chunks = Iterable<Uint8Array<ArrayBuffer>> | AsyncIterable<Uint8Array<ArrayBuffer>>

function inflated(packed: Chunks): Chunks {
	const inflate = createInflateRaw(held)
	// Whoever reads it sees the error.
	pipeline(packed, inflate, () => {})
	return inflate
}

/** How many bytes are held at each end of unpacking. 500 slow readers take 93 MiB; with `DecompressionStream` they took 195. */
const held = { chunkSize: 16 * 1024, highWaterMark: 16 * 1024 }

/** Passes bytes on, and throws if they are not as many as the ZIP says, or others. */
async function* checked(chunks: Chunks, { uncompressedSize, crc32: sum }: Entry) {
	let size = 0
	let sumSoFar = 0
	for await (const chunk of chunks) {
		size += chunk.length
		sumSoFar = crc32(chunk, sumSoFar)
		if (size > uncompressedSize) throw new Error('a packed file is longer than its ZIP says')
		yield chunk
	}
	if (size !== uncompressedSize || sumSoFar !== sum) throw new Error('a packed file is not as its ZIP says')
}

/** Reads in blocks, because the directory of a ZIP is read in hundreds of small pieces, and each costs a bucket a request. */
class BlockReader extends RandomAccessReader {
	readonly #stored: StoredFile
	#block: { start: number; bytes: Uint8Array } = { start: 0, bytes: new Uint8Array() }

	constructor(stored: StoredFile) {
		super()
		this.#stored = stored
	}

	override read(
		buffer: Buffer,
		offset: number,
		length: number,
		position: number,
		callback: (error: Error | null, bytesRead?: number) => void,
	): void {
		this.#blockWith(position, length).then(
			({ start, bytes }) => {
				const wanted = bytes.subarray(position - start, position - start + length)
				buffer.set(wanted, offset)
				callback(null, wanted.length)
			},
			(error) => callback(error instanceof StoreFailure ? error : new StoreFailure(error)),
		)
	}

	async #blockWith(position: number, length: number) {
		const { start, bytes } = this.#block
		if (position >= start && position + length <= start + bytes.length) return this.#block
		const end = Math.min(this.#stored.size, position + Math.max(length, blockBytes))
		if (end <= position) return { start: position, bytes: new Uint8Array() }
		const read = { ...this.#stored, read: () => this.#stored.read({ start: position, end: end - 1 }) }
		this.#block = { start: position, bytes: await wholeFile(read) }
		return this.#block
	}
}

const blockBytes = 64 * 1024
