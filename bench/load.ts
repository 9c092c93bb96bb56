import autocannon from 'autocannon'

interface LoadOptions {
	url: string
	headers?: Record<string, string>
	connections?: number
	seconds?: number
}

export interface LoadResult {
	/** Mean of the responses per second. */
	perSecond: number
	p50Ms: number
	p95Ms: number
	p99Ms: number
	bytesPerSecond: number
	/** Responses other than 2xx, errors and time-outs. */
	failures: number
}

/** Requests one address as fast as it responds. Refuses addresses other than loopback. */
export async function load({
	url,
	headers = {},
	connections = 32,
	seconds = 5,
}: LoadOptions): Promise<LoadResult> {
	if (new URL(url).hostname !== '127.0.0.1') throw new Error('a bench may only load this machine')
	const times: number[] = []
	const result = await new Promise<autocannon.Result>((resolve, reject) => {
		autocannon({ url, headers, connections, duration: seconds }, (error, finished) =>
			error ? reject(error) : resolve(finished),
		).on('response', (_client, _status, _bytes, ms) => times.push(ms))
	})
	return {
		perSecond: result.requests.mean,
		p50Ms: percentile(times, 50),
		p95Ms: percentile(times, 95),
		p99Ms: percentile(times, 99),
		bytesPerSecond: result.throughput.mean,
		failures: result.non2xx + result.errors + result.timeouts,
	}
}

export interface Comparison {
	a: LoadResult[]
	b: LoadResult[]
	ratio: number
}

/** Compares two addresses after a short warm-up. */
export async function compareAddresses(
	a: LoadOptions,
	b: LoadOptions,
	/** Compares bytes instead of responses if one response takes long. */
	by: 'perSecond' | 'bytesPerSecond' = 'perSecond',
): Promise<Comparison> {
	await load({ ...a, seconds: 1 })
	await load({ ...b, seconds: 1 })
	return await compare(
		() => load(a),
		() => load(b),
		by,
	)
}

/** Measures both alternately, three times each, so that a machine whose speed changes affects both. */
export async function compare(
	a: () => Promise<LoadResult>,
	b: () => Promise<LoadResult>,
	by: 'perSecond' | 'bytesPerSecond' = 'perSecond',
): Promise<Comparison> {
	const results: { a: LoadResult[]; b: LoadResult[] } = { a: [], b: [] }
	for (let round = 0; round < 3; round += 1) {
		results.a.push(await a())
		results.b.push(await b())
	}
	return {
		...results,
		ratio: median(results.a.map((one, index) => one[by] / (results.b[index]?.[by] ?? 1))),
	}
}

/** Runs several workers that each send a request as soon as the last has been answered. `ask` resolves to whether it succeeded. */
export async function runWorkers(
	{ workers, seconds }: { workers: number; seconds: number },
	ask: (worker: number) => Promise<boolean>,
): Promise<LoadResult> {
	const times: number[] = []
	let failures = 0
	const startedAt = performance.now()
	await Promise.all(
		Array.from({ length: workers }, async (_, worker) => {
			while (performance.now() - startedAt < seconds * 1000) {
				const start = performance.now()
				if (!(await ask(worker))) failures += 1
				times.push(performance.now() - start)
			}
		}),
	)
	return {
		perSecond: (times.length - failures) / ((performance.now() - startedAt) / 1000),
		p50Ms: percentile(times, 50),
		p95Ms: percentile(times, 95),
		p99Ms: percentile(times, 99),
		bytesPerSecond: 0,
		failures,
	}
}

export function median(numbers: readonly number[]): number {
	const sorted = numbers.toSorted((x, y) => x - y)
	return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Returns the smallest value that `percent` per cent of the values do not exceed, or NaN for no values. */
export function percentile(values: readonly number[], percent: number): number {
	const sorted = values.toSorted((x, y) => x - y)
	return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN
}
