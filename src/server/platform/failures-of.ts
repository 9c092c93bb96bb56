/** Does something with each item, and returns why it failed for some: one must not keep the others from theirs. */
export async function failuresOf<Item>(
	items: readonly Item[],
	{ work, says }: { work: (item: Item) => Promise<void>; says: (item: Item) => string },
): Promise<Error[]> {
	const failures: Error[] = []
	for (const item of items) {
		try {
			await work(item)
		} catch (cause) {
			const reason = cause instanceof Error ? cause.message : String(cause)
			failures.push(new Error(`${says(item)}: ${reason}`, { cause }))
		}
	}
	return failures
}
