import type { ByteRange } from '#server/platform/http/byte-range.ts'

/** Some of a file's bytes: at hand, or read as they are taken. A stream is closed by cancelling it. */
export type FileBytes = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>

export interface StoredFile {
	/** Bytes. */
	readonly size: number
	readonly modifiedAt: Date
	/**
	 * The bytes from `start` to `end`, both included, or all of them. Rejects if they cannot be opened; a stream that
	 * finds fewer bytes than it promised fails instead of ending.
	 */
	read(range?: ByteRange): Promise<FileBytes>
}

/** A file that has arrived complete. */
export interface Arrived {
	/** Bytes. */
	size: number
	/** Hex. */
	sha256: string
}

/** A file on its way into the store: held aside, so that nobody can have half of it. */
export interface Incoming {
	write(chunk: Uint8Array): Promise<void>
	/** Every byte has come: how many there are, and their SHA-256 in hex. */
	complete(): Promise<Arrived>
	/** Publishes the bytes under a name, replacing what was there; never half a file. Throws if they are not complete. */
	publish(name: string): Promise<void>
	/** Throws them away; does nothing once they are published. */
	discard(): Promise<void>
}

/** Where the bytes of the private bucket lie, under names of the house's own making (`stored-name.ts`). Throws `StoreFailure`. */
export interface FileStore {
	/** Undefined if there is no such file. */
	open(name: string): Promise<StoredFile | undefined>
	/** Takes a file as it comes, without holding it in memory; its name may depend on all of it. */
	receive(): Promise<Incoming>
	/** Stores the bytes whole or not at all, replacing what was there. */
	put(name: string, bytes: Uint8Array): Promise<void>
	/** Does nothing if there is no such file. A download under way still finishes. */
	remove(name: string): Promise<void>
}

/** All bytes of a stored file in memory; for files known to be small. */
export async function wholeFile(file: StoredFile): Promise<Uint8Array<ArrayBuffer>> {
	const bytes = await file.read()
	return bytes instanceof Uint8Array ? bytes : new Uint8Array(await new Response(bytes).arrayBuffer())
}

/**
 * The store could not do what was asked: a disk that fails, a bucket that is away. Its own class, so that a network error of a
 * bucket is not taken for one of the database.
 */
export class StoreFailure extends Error {
	constructor(cause: unknown) {
		super('the file store failed', { cause })
		this.name = 'StoreFailure'
	}
}

/** What the work resolves with; whatever it fails with becomes a `StoreFailure`. */
export async function orStoreFailure<T>(work: () => Promise<T>): Promise<T> {
	try {
		return await work()
	} catch (error) {
		throw error instanceof StoreFailure ? error : new StoreFailure(error)
	}
}

/**
 * The name under which one edition of a file lies in the store: what it holds, then what it is called. Two editions never
 * share a name, so bytes under a name never change.
 */
export function storedName(key: string, sha256: string): string {
	return `${sha256.slice(0, 32)}-${encodeURIComponent(key)}`
}

// One plain name: no separator, no leading dot, nothing a path could be made of.
const plainName = /^[A-Za-z0-9%_!'()*~-][A-Za-z0-9%_.!'()*~-]{0,254}$/

/** The name if it is one a store may keep a file under. Throws if it is not, which is a bug in the caller. */
export function plainStoredName(name: string): string {
	if (!plainName.test(name)) throw new Error('not a name of the file store')
	return name
}

const types = [
	{ ending: '.pdf', contentType: 'application/pdf', opening: '%PDF-' },
	{ ending: '.zip', contentType: 'application/zip', opening: 'PK\u0003\u0004' },
] as const

export type FileType = (typeof types)[number]['contentType']

/** How many bytes it takes to recognise every permitted type. */
export const longestOpening = Math.max(...types.map(({ opening }) => opening.length))

/** Returns the type of a file by its name; undefined unless its first bytes match that type. Other files are not stored. */
export function fileTypeOf(name: string, bytes: Uint8Array): FileType | undefined {
	const type = types.find(({ ending }) => name.toLowerCase().endsWith(ending))
	if (type === undefined) return undefined
	return Buffer.from(bytes.subarray(0, type.opening.length)).toString('latin1') === type.opening
		? type.contentType
		: undefined
}

/** Ignores the file system's error about a missing path, and rethrows any other. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
	if (error.code !== 'ENOENT') throw error
}
