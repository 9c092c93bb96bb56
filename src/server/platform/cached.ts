interface CacheOptions {
	/** How long a result is kept, in milliseconds; three seconds by default. */
	holdsMs?: number
	/** How long a failure is kept, in milliseconds; half a second by default. */
	failureHoldsMs?: number
}

/**
 * Wraps a function so that it runs at most once every few seconds, however often it is called. Concurrent calls share one run.
 */
export function cached<T>(
	work: () => Promise<T>,
	{ holdsMs = 3_000, failureHoldsMs = 500 }: CacheOptions = {},
): () => Promise<T> {
	let latest: { result: Promise<T>; until: number } | undefined
	return () => {
		if (latest !== undefined && performance.now() < latest.until) return latest.result
		const current = { result: work(), until: Number.POSITIVE_INFINITY }
		latest = current
		const holdFor = (ms: number) => () => {
			current.until = performance.now() + ms
		}
		current.result.then(holdFor(holdsMs), holdFor(failureHoldsMs))
		return current.result
	}
}

/**
 * Keeps a value in a cache, and drops the oldest entry if there would be more than `most`. Without a limit, clients could fill the
 * memory with keys that they make up.
 */
export function remember<Value>(cache: Map<string, Value>, key: string, value: Value, most: number): void {
	const [oldest] = cache.keys()
	if (!cache.has(key) && cache.size >= most && oldest !== undefined) cache.delete(oldest)
	cache.set(key, value)
}
