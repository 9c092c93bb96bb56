import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { ByteRange, FileBytes, FileStore, StoredFile } from '#server/files/file-store.ts'
import { orStoreFailure, StoreFailure } from '#server/files/store-failure.ts'
import { plainStoredName } from '#server/files/stored-name.ts'

const chunkBytes = 64 * 1024
const abandonedAfterMs = 60 * 60 * 1000

/** Keeps files side by side in one folder of this machine, which is made when the first is put. */
export function createDiskStore(folder: string): FileStore {
	const root = resolve(folder)

	return {
		open: async (name) => {
			const path = pathOf(name)
			const found = await orStoreFailure(() => lstat(path).catch(ignoreMissing))
			// A link or device planted in the folder is no file of ours.
			if (!found?.isFile()) return undefined
			return storedFile(path, found.size, found.mtime)
		},
		put: async (name, bytes) => {
			const path = pathOf(name)
			await orStoreFailure(() => putWhole(path, bytes))
		},
		remove: async (name) => {
			const path = pathOf(name)
			await orStoreFailure(() => rm(path, { force: true }))
		},
	}

	async function putWhole(path: string, bytes: Uint8Array): Promise<void> {
		await mkdir(root, { recursive: true, mode: 0o700 })
		const half = join(root, `.${randomUUID()}.half`)
		try {
			await writeThrough(half, bytes)
			await rename(half, path)
		} catch (error) {
			await rm(half, { force: true })
			throw error
		}
		await syncFolder(root)
		await removeAbandoned(root)
	}

	function pathOf(name: string): string {
		return join(root, plainStoredName(name))
	}
}

function storedFile(path: string, size: number, modifiedAt: Date): StoredFile {
	return {
		size,
		modifiedAt,
		read: async (range = { start: 0, end: size - 1 }) => {
			const handle = await orStoreFailure(() => open(path, constants.O_RDONLY | constants.O_NOFOLLOW))
			try {
				const now = await handle.stat()
				if (!now.isFile() || now.size !== size)
					throw new StoreFailure('a stored file changed while it was opened')
			} catch (error) {
				await handle.close()
				throw error
			}
			return streamOf(handle, range)
		},
	}
}

/** Reads only when the receiver is ready for more, so that a slow one holds a single chunk in memory. */
function streamOf(handle: FileHandle, { start, end }: ByteRange): FileBytes {
	let at = start
	return new ReadableStream<Uint8Array<ArrayBuffer>>(
		{
			pull: async (controller) => {
				try {
					const wanted = Math.min(chunkBytes, end + 1 - at)
					const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafeSlow(wanted), 0, wanted, at)
					if (bytesRead === 0) throw new Error('a stored file is shorter than it was')
					at += bytesRead
					controller.enqueue(buffer.subarray(0, bytesRead))
					if (at > end) {
						await handle.close()
						controller.close()
					}
				} catch (error) {
					await handle.close()
					controller.error(error)
				}
			},
			cancel: () => handle.close(),
		},
		{ highWaterMark: 0 },
	)
}

async function writeThrough(path: string, bytes: Uint8Array): Promise<void> {
	const handle = await open(path, 'wx', 0o600)
	try {
		await handle.writeFile(bytes)
		await handle.sync()
	} finally {
		await handle.close()
	}
}

/** The new name itself must survive a power cut, not only the bytes. */
async function syncFolder(path: string): Promise<void> {
	const handle = await open(path, 'r')
	try {
		await handle.sync()
	} finally {
		await handle.close()
	}
}

/** What a killed server left half written. */
async function removeAbandoned(root: string): Promise<void> {
	for (const name of await readdir(root)) {
		if (!name.endsWith('.half')) continue
		const found = await lstat(join(root, name)).catch(ignoreMissing)
		if (found && Date.now() - found.mtimeMs > abandonedAfterMs) await rm(join(root, name), { force: true })
	}
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
	if (error.code !== 'ENOENT') throw error
}
