import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { cached } from '#server/platform/cached.ts'

const longestMs = 3_000
/** Enough bytes to notice a full disk, on which a small write may still succeed. */
const sample = Buffer.alloc(64 * 1024)

/**
 * Makes the function that checks a folder and its disk. It rejects with the reason if no more files can be written to the
 * folder, or if the disk does not respond.
 */
export function createDiskCheck(folder: string): () => Promise<void> {
	const path = join(folder, `write-check-${process.pid}`)
	return cached(async () => {
		const given = new AbortController()
		try {
			await Promise.race([
				writeFile(path, sample).finally(() => rm(path, { force: true })),
				pause(longestMs, undefined, { signal: given.signal }).then(() => {
					throw new Error(`${folder} does not answer`)
				}),
			])
		} finally {
			given.abort()
		}
	})
}

export interface DiskSpace {
	freeBytes: number
	totalBytes: number
}

/** Returns how much space this user has left on a folder's disk. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
	const { bavail, blocks, bsize } = await statfs(folder)
	return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}
