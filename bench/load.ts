import autocannon from 'autocannon'
import { percentile } from './percentile.ts'

interface LoadOptions {
	url: string
	headers?: Record<string, string>
	connections?: number
	seconds?: number
}

export interface LoadResult {
	/** Mean of the answers a second. */
	perSecond: number
	p50Ms: number
	p95Ms: number
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

export interface Pair {
	a: LoadResult[]
	b: LoadResult[]
	ratio: number
}

/** Two addresses asked in turn, after a moment of warming up. */
export async function pair(
	a: LoadOptions,
	b: LoadOptions,
	/** What is compared: answers, or bytes where an answer takes long to arrive. */
	by: 'perSecond' | 'bytesPerSecond' = 'perSecond',
): Promise<Pair> {
	await load({ ...a, seconds: 1 })
	await load({ ...b, seconds: 1 })
	return await takeTurns(
		() => load(a),
		() => load(b),
		by,
	)
}

/** Two things measured in turn, three times each, so that a machine whose speed drifts is fair to both. */
export async function takeTurns(
	a: () => Promise<LoadResult>,
	b: () => Promise<LoadResult>,
	by: 'perSecond' | 'bytesPerSecond' = 'perSecond',
): Promise<Pair> {
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

/** So many ask again as soon as they have their answer, for a bounded time. `ask` says whether it got what it asked for. */
export async function askInLanes(
	{ lanes, seconds }: { lanes: number; seconds: number },
	ask: (lane: number) => Promise<boolean>,
): Promise<LoadResult> {
	const times: number[] = []
	let failures = 0
	const began = performance.now()
	await Promise.all(
		Array.from({ length: lanes }, async (_, lane) => {
			while (performance.now() - began < seconds * 1000) {
				const start = performance.now()
				if (!(await ask(lane))) failures += 1
				times.push(performance.now() - start)
			}
		}),
	)
	return {
		perSecond: (times.length - failures) / ((performance.now() - began) / 1000),
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
