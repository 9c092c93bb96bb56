import { constants } from 'node:fs'
import { type FileHandle, lstat, open, readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createTemporaryFile } from '#server/adapters/files/temporary-file.ts'
import type { ByteRange } from '#server/platform/http/ranges-and-conditions.ts'
import {
	type FileBytes,
	type FileStore,
	type Incoming,
	ignoreMissing,
	orStoreFailure,
	plainStoredName,
	type StoredFile,
	StoreFailure,
} from '#server/shop/files/file-store.ts'

/** How many bytes a receiver without a buffer of its own gets at a time. */
const chunkBytes = 32 * 1024

/** Stores files in one local folder, which is created with the first file. */
export function createDiskStore(folder: string): FileStore {
	const root = resolve(folder)

	return {
		open: async (name) => {
			const path = pathOf(name)
			const found = await orStoreFailure(() => lstat(path).catch(ignoreMissing))
			// The shop stores only regular files. A symbolic link or a device was put there by somebody else.
			if (!found?.isFile()) return undefined
			return storedFile(path, found.size, found.mtime)
		},
		receive,
		put: async (name, bytes) => {
			plainStoredName(name)
			const incoming = await receive()
			try {
				await incoming.write(bytes)
				await incoming.complete()
				await incoming.publish(name)
			} finally {
				await incoming.discard()
			}
		},
		remove: async (name) => {
			const path = pathOf(name)
			await orStoreFailure(() => rm(path, { force: true }))
		},
		list: async (beginning) => {
			const entries = await orStoreFailure(() => readdir(root, { withFileTypes: true }).catch(ignoreMissing))
			return (entries ?? [])
				.filter((entry) => entry.isFile() && entry.name.startsWith(beginning))
				.map(({ name }) => name)
		},
	}

	async function receive(): Promise<Incoming> {
		const temporary = await orStoreFailure(() => createTemporaryFile(root))
		return {
			write: (chunk) => orStoreFailure(() => temporary.write(chunk)),
			complete: () => orStoreFailure(temporary.complete),
			publish: async (name) => {
				const path = pathOf(name)
				const finished = temporary.finished()
				await orStoreFailure(async () => {
					await rename(finished.path, path)
					await syncFolder(root)
				})
			},
			discard: () => orStoreFailure(temporary.discard),
		}
	}

	function pathOf(name: string): string {
		return join(root, plainStoredName(name))
	}
}

function storedFile(path: string, size: number, modifiedAt: Date): StoredFile {
	return {
		size,
		modifiedAt,
		readsIntoBuffer: true,
		read: async (range = { start: 0, end: size - 1 }) => {
			const handle = await orStoreFailure(() => open(path, constants.O_RDONLY | constants.O_NOFOLLOW))
			try {
				const now = await handle.stat()
				if (!now.isFile() || now.size !== size)
					throw new StoreFailure('a stored file was replaced while it was being opened')
			} catch (error) {
				await handle.close()
				throw error
			}
			return streamOf(handle, range)
		},
	}
}

/**
 * Reads only when the receiver is ready for more, and into the receiver's own buffer if it has one. So a slow receiver costs one
 * buffer of memory.
 */
function streamOf(handle: FileHandle, { start, end }: ByteRange): FileBytes {
	let at = start
	return new ReadableStream({
		type: 'bytes',
		autoAllocateChunkSize: chunkBytes,
		pull: async (controller) => {
			try {
				const request = controller.byobRequest
				if (!request?.view) throw new Error('a stored file is read without a buffer')
				const { buffer, byteOffset, byteLength } = request.view
				const wanted = new Uint8Array(buffer, byteOffset, Math.min(byteLength, end + 1 - at))
				const { bytesRead } = await handle.read(wanted, { position: at })
				if (bytesRead === 0) throw new Error('a stored file is shorter than it was')
				at += bytesRead
				request.respond(bytesRead)
				if (at <= end) return
				// Closes the stream first. Otherwise it might be read again while the file is being closed, and would have to answer
				// that read too.
				controller.close()
				await handle.close()
			} catch (error) {
				await handle.close()
				throw error
			}
		},
		cancel: () => handle.close(),
	})
}

/** Syncs the folder, because the file's new name must survive a power cut, not only its bytes. */
async function syncFolder(path: string): Promise<void> {
	const handle = await open(path, 'r')
	try {
		await handle.sync()
	} finally {
		await handle.close()
	}
}
