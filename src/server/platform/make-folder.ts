import { lstat, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from '#server/platform/app-error.ts'

/**
 * Creates a folder and its parents; does nothing if it exists. Node's own `recursive` never returns if the system refuses a
 * folder with "no such file" although its parent exists, as in `/proc`.
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
	try {
		await mkdir(path, mode)
	} catch (error) {
		const code = errorCode(error)
		if (code === 'EEXIST' && (await isFolder(path))) return
		const above = dirname(path)
		if (code !== 'ENOENT' || above === path || (await isFolder(above))) throw error
		await makeFolder(above, mode)
		await makeFolder(path, mode)
	}
}

async function isFolder(path: string): Promise<boolean> {
	const found = await lstat(path).catch(() => undefined)
	return found?.isDirectory() === true || found?.isSymbolicLink() === true
}
