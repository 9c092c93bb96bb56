/**
 * Undoes every step, last one first. If one fails, the rest are still undone, so that the database and the sandbox don't go on
 * running.
 */
export async function stopAll(started: AsyncDisposableStack): Promise<void> {
	try {
		await started.disposeAsync()
	} catch (error) {
		throw new Error(`Not all of the shop could be stopped: ${failuresIn(error).join('; ')}`, { cause: error })
	}
}

/** Returns every failure of a disposal as a flat list; JavaScript nests them. */
function failuresIn(error: unknown): unknown[] {
	return error instanceof SuppressedError ? [...failuresIn(error.suppressed), error.error] : [error]
}
