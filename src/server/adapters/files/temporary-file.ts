import { createHash, randomUUID } from 'node:crypto'
import { lstat, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '#server/platform/make-folder.ts'
import { type Arrived, ignoreMissing } from '#server/shop/files/file-store.ts'

const abandonedAfterMs = 60 * 60 * 1000

/** A file being written, under a name that nobody reads. */
interface TemporaryFile {
	write(chunk: Uint8Array): Promise<void>
	/** Flushes the file to disk once every byte has arrived; returns its size and its SHA-256 in hex. */
	complete(): Promise<Arrived>
	/** Returns its path and contents. Throws if it is not complete, which is a bug in the caller. */
	whole(): Arrived & { path: string }
	/** Removes it; does nothing if it has been moved away. */
	discard(): Promise<void>
}

/** Creates one in a folder, which is created if missing, and removes what a killed server left there. */
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
			// A single write may take less than it was given.
			await handle.writeFile(chunk)
			size += chunk.length
		},
		complete: async () => {
			await handle.sync()
			await handle.close()
			arrived = { size, sha256: hash.digest('hex') }
			return arrived
		},
		whole: () => {
			if (arrived === undefined) throw new Error('a file was published before it was complete')
			return { ...arrived, path }
		},
		discard: async () => {
			// Closing a closed file is not worth reporting.
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
