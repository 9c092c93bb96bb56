import { open } from 'node:fs/promises'

/** Writes to a new file until the disk is full. */
export async function fillDisk(path: string): Promise<void> {
	const file = await open(path, 'w')
	try {
		for (;;) await file.write(Buffer.alloc(64 * 1024))
	} catch (error) {
		if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
	} finally {
		await file.close()
	}
}
