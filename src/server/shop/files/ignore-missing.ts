/** Catches what the file system says of a path where nothing is, and nothing else. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
	if (error.code !== 'ENOENT') throw error
}
