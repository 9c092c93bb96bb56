/** Some of a file's bytes: at hand, or read as they are taken. A stream is closed by cancelling it. */
export type FileBytes = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>

export interface StoredFile {
	/** Bytes. */
	readonly size: number
	readonly modifiedAt: Date
	/**
	 * The bytes from `start` to `end`, both included, or all of them. Rejects where they cannot be opened; a stream that
	 * finds fewer bytes than it promised fails instead of ending.
	 */
	read(range?: ByteRange): Promise<FileBytes>
}

export interface ByteRange {
	start: number
	end: number
}

/** Where the bytes of the private bucket lie, under names of the house's own making (`stored-name.ts`). Throws `StoreFailure`. */
export interface FileStore {
	/** Undefined where there is no such file. */
	open(name: string): Promise<StoredFile | undefined>
	/** Stores the bytes whole or not at all, replacing what was there. */
	put(name: string, bytes: Uint8Array): Promise<void>
	/** Does nothing where there is no such file. A download under way still finishes. */
	remove(name: string): Promise<void>
}
