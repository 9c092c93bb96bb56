import { request } from 'node:http'
import { type Figure, rounded, spreadOf } from './figure.ts'
import { type Generated, generate, generator, type Load } from './generator.ts'
import { startNginx } from './nginx.ts'
import { measureOnce, type Pids } from './processor-time.ts'

/** A server that is measured, and the load it gets. */
export interface Side {
	name: string
	pids: Pids
	/** Returns the load for the next round. */
	load: () => Load | Promise<Load>
}

/** One round with one server. `server` and `postgres` are microseconds of processor time for each request. */
interface Sample extends Generated {
	server: number
	postgres: number
}

interface ComparisonOptions {
	name: string
	ours: Side
	baseline: Side
	/** The lowest acceptable ratio of the shop to the baseline. */
	atLeast: number
	/** Compares bytes a second instead of requests, for slow answers. */
	by?: 'perSecond' | 'bytesPerSecond'
	seconds?: number
	/**
	 * Whether the baseline is nginx itself. Then processor time is not judged, because no program in Node takes as little as
	 * nginx does.
	 */
	isNginx?: boolean
}

const rounds = 7
const warmUpSeconds = 2
/** Above this share of what the generator can receive, both servers wait for the generator. Their ratio then approaches 1. */
const mostOfCeiling = 0.7

/**
 * Compares the shop with a baseline, and prints the figures. The two take turns, so that a change in the speed of the machine
 * affects both. In each round nginx also sends the same answer from a file, to show how much the generator can receive.
 */
export async function compareServers({
	name,
	ours,
	baseline,
	atLeast,
	by = 'perSecond',
	seconds = 2,
	isNginx = false,
}: ComparisonOptions): Promise<Figure[]> {
	const nginx = isNginx ? undefined : await startNginx(await sampleOf(await ours.load()))
	const sides: Side[] = [ours, baseline]
	if (nginx !== undefined)
		sides.push({
			name: 'nginx, the same answer from a file',
			pids: { server: nginx.pid },
			load: async () => ({ ...(await ours.load()), url: nginx.url }),
		})
	const samples = new Map<Side, Sample[]>(sides.map((side) => [side, []]))
	try {
		for (const side of sides) await generate(await side.load(), warmUpSeconds)
		for (let round = 0; round < rounds; round += 1) {
			// The order alternates, because the second server finds warm caches.
			const order = round % 2 === 0 ? sides : sides.toReversed()
			for (const side of order) samples.get(side)?.push(await measureSide(side, seconds))
		}
	} finally {
		await nginx?.stop()
	}
	const [of = [], than = [], ceiling = []] = sides.map((side) => samples.get(side))
	printSamples(name, samples)
	return figuresOf({ name, of, than, ceiling, atLeast, by, isNginx })
}

async function measureSide({ pids, load }: Side, seconds: number): Promise<Sample> {
	const next = await load()
	let generated: Generated | undefined
	const { server, postgres } = await measureOnce('', pids, async () => {
		generated = await generate(next, seconds)
		return generated.answered
	})
	if (generated === undefined) throw new Error('nothing was generated')
	return { ...generated, server, postgres }
}

/** Returns the body of an answer as it is sent, compressed or not. */
export async function sampleOf({ url, headers = {}, post }: Load): Promise<Buffer> {
	return await new Promise((resolve, reject) => {
		request(url, { headers: { ...headers }, method: post === undefined ? 'GET' : 'POST' }, (response) => {
			const chunks: Buffer[] = []
			response
				.on('data', (chunk: Buffer) => chunks.push(chunk))
				.on('end', () => resolve(Buffer.concat(chunks)))
		})
			.on('error', reject)
			.end(post?.bodies[0])
	})
}

function printSamples(name: string, samples: ReadonlyMap<Side, readonly Sample[]>): void {
	console.log(`\n${name}: medians of ${rounds} rounds, with the middle half of them`)
	console.table(
		Object.fromEntries(
			[...samples].map(([side, all]) => {
				const show = (key: keyof Sample) => {
					const { middle, low, high } = spreadOf(all.map((one) => one[key]))
					return `${rounded(middle)} (${rounded(low)}–${rounded(high)})`
				}
				return [
					side.name,
					{
						'requests a second': show('perSecond'),
						'server µs': show('server'),
						'PostgreSQL µs': show('postgres'),
						'p50 ms': show('p50Ms'),
						'p99 ms': show('p99Ms'),
						failures: all.reduce((sum, { failures }) => sum + failures, 0),
					},
				]
			}),
		),
	)
}

interface FiguresOptions
	extends Required<Pick<ComparisonOptions, 'name' | 'atLeast' | 'by'>>,
		Pick<ComparisonOptions, 'isNginx'> {
	of: readonly Sample[]
	than: readonly Sample[]
	/** What the generator receives from nginx. Empty if nginx is not installed. */
	ceiling: readonly Sample[]
	generator?: typeof generator
}

/** Returns the figures of a comparison, with a ratio for each round. */
export function figuresOf({
	name,
	of,
	than,
	ceiling,
	atLeast,
	by,
	isNginx = false,
	generator: sentBy = generator,
}: FiguresOptions): Figure[] {
	const cost = ({ server, postgres }: Sample) => server + postgres
	const ofCeiling = ceiling.map((one, round) => {
		const fastest = Math.max(of[round]?.[by] ?? 0, than[round]?.[by] ?? 0)
		return fastest / one[by]
	})
	const each = (value: (one: Sample, other: Sample) => number) =>
		of.flatMap((one, round) => {
			const other = than[round]
			return other === undefined ? [] : [value(one, other)]
		})
	const whyVoid = reasonOf(sentBy, isNginx ? undefined : spreadOf(ofCeiling).middle)
	return [
		{
			name: `${name}: ${by === 'perSecond' ? 'requests' : 'bytes'} a second, of the baseline’s`,
			unit: 'ratio',
			values: each((one, other) => one[by] / other[by]),
			limit: { atLeast },
			...(whyVoid === undefined ? {} : { void: whyVoid }),
		},
		{
			name: `${name}: processor time of the baseline, of ours`,
			unit: 'ratio',
			values: each((one, other) => cost(other) / cost(one)),
			...(isNginx ? {} : { limit: { atLeast } }),
		},
		{ name: `${name}: requests a second`, unit: '1/s', values: of.map(({ perSecond }) => perSecond) },
		{ name: `${name}: processor time of the server`, unit: 'µs', values: of.map(({ server }) => server) },
		{
			name: `${name}: processor time of PostgreSQL`,
			unit: 'µs',
			values: of.map(({ postgres }) => postgres),
		},
		{ name: `${name}: share of the generator’s ceiling`, unit: 'ratio', values: ofCeiling },
		{
			name: `${name}: failures`,
			unit: '',
			values: [of.reduce((sum, { failures }) => sum + failures, 0)],
			limit: { atMost: 0 },
		},
	].filter(({ values }) => values.length > 0)
}

/**
 * Returns why a ratio of requests is void, or undefined if it is valid. `share` is how much of the generator's ceiling was
 * reached, or undefined if nginx is the baseline.
 */
function reasonOf(sentBy: typeof generator, share: number | undefined): string | undefined {
	if (sentBy === 'Node')
		return 'these ratios were measured with a generator in Node, which is slower than the servers. Install wrk and nginx (Debian: apt install wrk nginx-light).'
	if (share === undefined) return undefined
	if (Number.isNaN(share))
		return 'without nginx (Debian: apt install nginx-light) nobody knows how much the generator can receive.'
	const percent = `${Math.round(100 * mostOfCeiling)} %`
	return share > mostOfCeiling
		? `the servers came to more than ${percent} of what the generator can receive.`
		: undefined
}
