import { createHash, randomUUID } from 'node:crypto'
import { lstat, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '#server/platform/make-folder.ts'
import { type Arrived, ignoreMissing } from '#server/shop/files/file-store.ts'

const abandonedAfterMs = 60 * 60 * 1000

/** A file that is still being written, under a name that nobody else uses. */
interface TemporaryFile {
	write(chunk: Uint8Array): Promise<void>
	/** Flushes the file to disk once every byte has arrived. Returns its size and its SHA-256 hash. */
	complete(): Promise<Arrived>
	/** Returns the path, size and hash of the complete file. Throws if it is not complete, which is a bug in the caller. */
	finished(): Arrived & { path: string }
	/** Removes the file; does nothing if it has been moved away. */
	discard(): Promise<void>
}

/**
 * Creates a temporary file in a folder. Creates the folder if it is missing, and removes the temporary files that killed servers
 * left in it.
 */
export async function createTemporaryFile(folder: string): Promise<TemporaryFile> {
	await makeFolder(folder, 0o700)
	await removeAbandoned(folder)
	const path = join(folder, `.${randomUUID()}.half`)
	const handle = await open(path, 'wx', 0o600)
	const hash = createHash('sha256')
	let size = 0
	let arrived: Arrived | undefined
	return {
		write: async (chunk) => {
			hash.update(chunk)
			// Unlike a single `write`, this goes on until the whole chunk is written.
			await handle.writeFile(chunk)
			size += chunk.length
		},
		complete: async () => {
			await handle.sync()
			await handle.close()
			arrived = { size, sha256: hash.digest('hex') }
			return arrived
		},
		finished: () => {
			if (arrived === undefined) throw new Error('a file was published before it was complete')
			return { ...arrived, path }
		},
		discard: async () => {
			// Fails if the file is closed already, which is fine.
			await handle.close().catch(() => {})
			await rm(path, { force: true })
		},
	}
}

async function removeAbandoned(folder: string): Promise<void> {
	for (const name of await readdir(folder)) {
		if (!name.endsWith('.half')) continue
		const found = await lstat(join(folder, name)).catch(ignoreMissing)
		if (found && Date.now() - found.mtimeMs > abandonedAfterMs) await rm(join(folder, name), { force: true })
	}
}
