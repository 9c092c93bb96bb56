import autocannon from 'autocannon'

interface LoadOptions {
	url: string
	headers?: Record<string, string>
	connections?: number
	seconds?: number
}

export interface LoadResult {
	/** Mean of the answers a second. */
	perSecond: number
	p99Ms: number
	bytesPerSecond: number
	/** Answers outside 2xx, errors and time-outs. */
	failures: number
}

/** Asks one address as fast as it answers, for a bounded time. Only loopback is ever asked. */
export async function load({
	url,
	headers = {},
	connections = 32,
	seconds = 5,
}: LoadOptions): Promise<LoadResult> {
	if (new URL(url).hostname !== '127.0.0.1') throw new Error('a bench asks this machine only')
	const result = await autocannon({ url, headers, connections, duration: seconds })
	return {
		perSecond: result.requests.mean,
		p99Ms: result.latency.p99,
		bytesPerSecond: result.throughput.mean,
		failures: result.non2xx + result.errors + result.timeouts,
	}
}

/** Two things measured in turn, three times each, so that a machine whose speed drifts is fair to both. */
export async function pair(
	a: LoadOptions,
	b: LoadOptions,
	/** What is compared: answers, or bytes where an answer takes long to arrive. */
	by: 'perSecond' | 'bytesPerSecond' = 'perSecond',
): Promise<{ a: LoadResult[]; b: LoadResult[]; ratio: number }> {
	await load({ ...a, seconds: 1 })
	await load({ ...b, seconds: 1 })
	const results: { a: LoadResult[]; b: LoadResult[] } = { a: [], b: [] }
	for (let round = 0; round < 3; round += 1) {
		results.a.push(await load(a))
		results.b.push(await load(b))
	}
	return {
		...results,
		ratio: median(results.a.map((one, index) => one[by] / (results.b[index]?.[by] ?? 1))),
	}
}

export function median(numbers: readonly number[]): number {
	const sorted = numbers.toSorted((x, y) => x - y)
	return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
