/** Resolves after so many milliseconds; keeps no process alive that has nothing else to do. */
export function inAWhile(ms: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
