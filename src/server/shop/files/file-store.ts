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
