/** Ignores the file system's error about a missing path, and rethrows any other. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
	if (error.code !== 'ENOENT') throw error
}
