import { createHash } from 'node:crypto'
import type { ByteRange } from '#server/platform/http/ranges-and-conditions.ts'

/** Some of a file's bytes, in memory or as a stream. Cancelling the stream closes the file. */
export type FileBytes = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>

export interface StoredFile {
	/** In bytes. */
	readonly size: number
	readonly modifiedAt: Date
	/** Whether streams of its bytes are byte streams, which read straight into the reader's own buffer. */
	readonly readsIntoBuffer?: boolean
	/**
	 * Returns the bytes from `start` to `end`, both included, or all of them. Rejects if the file cannot be opened. If fewer bytes
	 * arrive than expected, the stream fails rather than ends.
	 */
	read(range?: ByteRange): Promise<FileBytes>
}

/** A file that has arrived completely. */
export interface Arrived {
	/** In bytes. */
	size: number
	/** In hexadecimal. */
	sha256: string
}

/** A file that is being received. It has a temporary name until it is complete, so that nobody can read half of it. */
export interface Incoming {
	write(chunk: Uint8Array): Promise<void>
	/** Finishes the file. Returns its size and its SHA-256 hash. */
	complete(): Promise<Arrived>
	/** Publishes the complete file under a name, replacing what was there. Throws if the file is not complete. */
	publish(name: string): Promise<void>
	/** Discards the bytes; does nothing once they are published. */
	discard(): Promise<void>
}

/** Stores the bytes of the private bucket, under names made by `storedName`. Throws `StoreFailure`. */
export interface FileStore {
	/** Opens a file; undefined if there is none with this name. */
	open(name: string): Promise<StoredFile | undefined>
	/**
	 * Receives a file as a stream, without holding it in memory. The name is given at the end, because it depends on all of the
	 * bytes.
	 */
	receive(): Promise<Incoming>
	/** Stores all of the bytes or none, replacing what was there. */
	put(name: string, bytes: Uint8Array): Promise<void>
	/** Removes a file; does nothing if there is none with this name. A download under way still finishes. */
	remove(name: string): Promise<void>
	/** Returns the names of all files that begin with a text, in no particular order. */
	list(beginning: string): Promise<string[]>
}

/** Reads a whole file into memory. Only for files that are known to be small. */
export async function wholeFile(file: StoredFile): Promise<Uint8Array<ArrayBuffer>> {
	const bytes = await file.read()
	return bytes instanceof Uint8Array ? bytes : new Uint8Array(await new Response(bytes).arrayBuffer())
}

/**
 * Thrown if the store failed: the disk is broken or the bucket unreachable, for example. A class of its own, so that a network
 * error of the bucket is not mistaken for one of the database.
 */
export class StoreFailure extends Error {
	constructor(cause: unknown) {
		super('the file store failed', { cause })
		this.name = 'StoreFailure'
	}
}

/** Runs work and turns any error into a `StoreFailure`. */
export async function orStoreFailure<T>(work: () => Promise<T>): Promise<T> {
	try {
		return await work()
	} catch (error) {
		throw error instanceof StoreFailure ? error : new StoreFailure(error)
	}
}

/**
 * Returns the name of one edition of a file in the store: its hash, then its key. Two editions never share a name, so what is
 * stored under a name never changes.
 */
export function storedName(key: string, sha256: string): string {
	return `${sha256.slice(0, 32)}-${encodeURIComponent(key)}`
}

export function sha256Of(bytes: Uint8Array): string {
	return createHash('sha256').update(bytes).digest('hex')
}

// A plain file name: no separators and no leading dot, so it cannot be a path.
const plainName = /^[A-Za-z0-9%_!'()*~-][A-Za-z0-9%_.!'()*~-]{0,254}$/

/** Returns a name that a store may use. Throws if it is not a plain file name, which is a bug in the caller. */
export function plainStoredName(name: string): string {
	if (!plainName.test(name)) throw new Error('not a name of the file store')
	return name
}

const types = [
	{ ending: '.pdf', contentType: 'application/pdf', opening: '%PDF-' },
	{ ending: '.zip', contentType: 'application/zip', opening: 'PK\u0003\u0004' },
	{ ending: '.epub', contentType: 'application/epub+zip', opening: 'PK\u0003\u0004' },
	{
		ending: '.docx',
		contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
		opening: 'PK\u0003\u0004',
	},
	{
		ending: '.xlsx',
		contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
		opening: 'PK\u0003\u0004',
	},
	{ ending: '.json', contentType: 'application/json', opening: '{' },
] as const

export type FileType = (typeof types)[number]['contentType']

/** The types of the files that the store takes. */
export const fileTypes: readonly FileType[] = types.map(({ contentType }) => contentType)

/** How many bytes it takes to tell the type of any permitted file. */
export const longestOpening = Math.max(...types.map(({ opening }) => opening.length))

/**
 * Returns the type of a file by its name; undefined unless its first bytes match that type. Files of other types are not stored.
 */
export function fileTypeOf(name: string, bytes: Uint8Array): FileType | undefined {
	const type = types.find(({ ending }) => name.toLowerCase().endsWith(ending))
	if (type === undefined) return undefined
	return Buffer.from(bytes.subarray(0, type.opening.length)).toString('latin1') === type.opening
		? type.contentType
		: undefined
}

/** The types of files that only come inside a ZIP. */
const packedTypes: Readonly<Record<string, string>> = {
	'.csv': 'text/csv; charset=utf-8',
	'.html': 'text/html; charset=utf-8',
	'.ics': 'text/calendar; charset=utf-8',
	'.jpg': 'image/jpeg',
	'.md': 'text/markdown; charset=utf-8',
	'.mp3': 'audio/mpeg',
	'.mp4': 'video/mp4',
	'.png': 'image/png',
	'.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
	'.txt': 'text/plain; charset=utf-8',
}

/** Returns the type of a file inside a ZIP by its name. Browsers save files of an unknown type. */
export function contentTypeOf(name: string): string {
	const [ending = ''] = /\.[^.]*$/.exec(name.toLowerCase()) ?? []
	const stored = types.find((type) => type.ending === ending)
	return stored?.contentType ?? packedTypes[ending] ?? 'application/octet-stream'
}

/** Ignores the file system's error about a missing path, and rethrows any other. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
	if (error.code !== 'ENOENT') throw error
}
