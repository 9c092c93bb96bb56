/** Returns the code that the system or a library gave an error, such as `ENOENT`; undefined if there is none. */
export function errorCode(error: unknown): string | undefined {
	return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
