/** Undoes every step, last one first. A failing step must not leave the database and the sandbox running. */
export async function stopAll(started: AsyncDisposableStack): Promise<void> {
	try {
		await started.disposeAsync()
	} catch (error) {
		throw new Error(`Not all of the shop could be stopped: ${failuresIn(error).join('; ')}`, { cause: error })
	}
}

/** Returns every failure of a disposal, which nests them. */
function failuresIn(error: unknown): unknown[] {
	return error instanceof SuppressedError ? [...failuresIn(error.suppressed), error.error] : [error]
}
