import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#test/free-port.ts'
import { findProgram, startPlainNginx } from '../../../test/faults/proxies.ts'
import { requestAtRate, type Timed } from '../auth/constant-rate.ts'
import { type Figure, figure } from '../figure.ts'
import { type Generated, generate, type Load } from '../generator.ts'
import { type MoneyShop, startMoneyShop } from '../money/money-shop.ts'
import { measureCores, type Process } from '../processor-time.ts'
import { percentile } from '../statistics.ts'
import { lectureFigures } from './lecture.ts'
import { openVisitors, type Probe, probeSeconds, type Visitor } from './visitors.ts'

// `npm run bench -- overload` finds how many requests of a mixed load the shop can handle, then floods it with five times as many:
// first directly, then through nginx with deploy/nginx.conf. Each time it first increases only the reads, and then everything.
// A few probes measure response times during these floods and afterwards. Their times count from the moment a request was due.

const times = 5
const carrySeconds = 5
const floodSeconds = 10
/** How long each connection of the flood waits between two requests. Long, so that slow answers hardly reduce the rate. */
const pauseMs = 100

/** A way in which requests reach the shop. */
interface Route {
	name: string
	url: string
	/** Undefined if requests go directly to the shop. */
	nginxPid?: number
	/** Whether the limits of the figures apply. */
	isJudged: boolean
}

/** What is increased fivefold. `everything` includes requests with a higher priority, so fewer reads are answered. */
const floods = ['the reads', 'everything'] as const
type Flood = (typeof floods)[number]

/** Measures what the shop does with five times the requests it can handle. */
export async function overloadFigures(): Promise<Figure[]> {
	const shop = await startMoneyShop({ TRUSTED_PROXIES: '127.0.0.1' })
	const program = findProgram('nginx')
	const proxy = program === undefined ? undefined : await startProxy(program, shop)
	if (proxy === undefined) console.log('nginx is not installed, so the shop is measured without it.')
	try {
		const direct = { name: 'directly', url: shop.process.url, isJudged: proxy === undefined }
		const figures: Figure[] = []
		for (const route of proxy === undefined ? [direct] : [direct, proxy.route]) {
			figures.push(...named(route, 'a lecture', await lectureFigures(shop, route.url)))
			for (const flood of floods) {
				const found = await floodFigures(shop, route, flood)
				figures.push(...named(route, `${times} times ${flood}`, found))
			}
		}
		return figures
	} finally {
		await proxy?.close()
		await shop.dispose()
	}
}

async function startProxy(program: string, shop: MoneyShop) {
	const port = await freePort()
	const { pid, close } = await startPlainNginx(program, port, Number(new URL(shop.process.url).port))
	const url = `http://127.0.0.1:${port}`
	const isReady = () =>
		fetch(`${url}/healthz`).then(
			({ ok }) => ok,
			() => false,
		)
	while (!(await isReady())) await pause(20)
	const route: Route = { name: 'through nginx', url, nginxPid: pid, isJudged: true }
	return { route, close }
}

function named(route: Route, phase: string, figures: readonly Figure[]): Figure[] {
	return figures.map(({ limit, ...one }) => ({
		...one,
		name: `${route.name}, ${phase}: ${one.name}`,
		...(route.isJudged && limit !== undefined ? { limit } : {}),
	}))
}

async function floodFigures(shop: MoneyShop, route: Route, flood: Flood): Promise<Figure[]> {
	const { loads, probes, read } = await openVisitors(shop, route.url)
	await Promise.all(loads.map(({ load }) => generate(load, 3)))
	const before = await requestAtRate({ perSecond: 20, seconds: 3 }, read.ask)
	const carried = await Promise.all(loads.map(({ load }) => generate(load, carrySeconds)))
	// Opens the probes' connections before the flood. The probes reuse them, as browsers do.
	await Promise.all(Array.from({ length: 30 }, read.ask))
	const flooded = Promise.all(
		loads.map((visitor, index) => {
			const isMore = visitor.isRead || flood === 'everything'
			return generate(isMore ? flooding(visitor, carried[index]) : visitor.load, floodSeconds)
		}),
	)
	// Waits until the flood is connected, which takes seconds: Node accepts one connection in each turn of the event loop.
	await pause(1_000 * (floodSeconds - probeSeconds - 1))
	const [answers, cores] = await Promise.all([
		Promise.all(probes.map(({ perSecond, ask }) => requestAtRate({ perSecond, seconds: probeSeconds }, ask))),
		measureCores(programsOf(shop, route), probeSeconds),
	])
	const counts = await flooded
	const normalAfterSeconds = await untilNormal(read, 2 * percentile(msOf(before), 95))
	return [
		...loads.flatMap((visitor, index) => ofFlood(visitor, flood, carried[index], counts[index])),
		...probes.flatMap((probe, index) => ofProbe(probe, answers[index] ?? [])),
		figure('a read before, p95', 'ms', percentile(msOf(before), 95)),
		figure('seconds until a read takes at most twice as long as before', 's', normalAfterSeconds, {
			atMost: 5,
		}),
		...Object.entries(cores).map(([name, used]) => figure(name, 'cores', used)),
	]
}

function programsOf(shop: MoneyShop, { nginxPid }: Route): Record<string, (one: Process) => boolean> {
	return {
		'the shop': ({ pid }) => pid === shop.process.pid(),
		'the database': ({ pid, parent }) => pid === shop.postgresPid || parent === shop.postgresPid,
		...(nginxPid === undefined ? {} : { nginx: ({ parent }) => parent === nginxPid }),
		'the generator': ({ parent, command }) => parent === process.pid && /wrk/.test(command),
		'the probes': ({ pid }) => pid === process.pid,
		'all programs': () => true,
	}
}

function flooding({ load, longestAnswerMs }: Visitor, carried: Generated | undefined): Load {
	const perConnection = 1000 / (pauseMs + longestAnswerMs)
	return { ...load, pauseMs, connections: Math.ceil((times * (carried?.perSecond ?? 0)) / perConnection) }
}

const normalReads = 20

/**
 * Returns the seconds until reads are fast again: until nearly all of the next twenty take at most `withinMs`. Returns 10 if they
 * never do.
 */
async function untilNormal({ ask }: Probe, withinMs: number): Promise<number> {
	const answers = await requestAtRate({ perSecond: 40, seconds: 10 }, ask)
	const isNormal = ({ status, ms }: Timed) => status === 200 && ms <= withinMs
	// One late answer may be due to the machine.
	const first = answers.findIndex(
		(_, index) => answers.slice(index, index + normalReads).filter(isNormal).length >= normalReads - 1,
	)
	return (first === -1 ? answers.length : first) / 40
}

function ofFlood(
	{ what, isRead }: Visitor,
	flood: Flood,
	carried: Generated | undefined,
	flooded: Generated | undefined,
): Figure[] {
	if (carried === undefined || flooded === undefined) return []
	const offered = (flooded.answered + flooded.failures) / floodSeconds
	const isMore = isRead || flood === 'everything'
	return [
		figure(`${what}: handled before`, '1/s', carried.perSecond),
		figure(
			`${what}: offered, of what was handled before`,
			'ratio',
			offered / carried.perSecond,
			isMore ? { atLeast: times } : undefined,
		),
		figure(`${what}: answered, of what was handled before`, 'ratio', flooded.perSecond / carried.perSecond),
		figure(`${what}: p99 of answers and refusals`, 'ms', flooded.p99Ms),
		figure(`${what}: neither answered nor refused`, '', flooded.failures - flooded.refused, { atMost: 0 }),
	]
}

function ofProbe({ what, isNeverRefused }: Probe, answers: readonly Timed[]): Figure[] {
	const done = answers.filter(({ status }) => status === 200)
	const refused = answers.filter(({ status, retryAfter }) => status === 503 && Number(retryAfter) > 0)
	return [
		figure(
			`${what}: answered`,
			'%',
			(100 * done.length) / answers.length,
			isNeverRefused ? { atLeast: 99 } : undefined,
		),
		figure(`${what}: answered, p99`, 'ms', percentile(msOf(done), 99)),
		...(refused.length === 0
			? []
			: [figure(`${what}: refused, p99`, 'ms', percentile(msOf(refused), 99), { atMost: 250 })]),
		figure(`${what}: neither`, '', answers.length - done.length - refused.length, { atMost: 0 }),
	]
}

function msOf(answers: readonly Timed[]): number[] {
	return answers.map(({ ms }) => ms)
}
