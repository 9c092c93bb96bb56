import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { cv } from '#test/checkout.ts'
import { clientOf } from '../../e2e/people.ts'
import { noPromises } from '../../test/faults/promises.ts'
import { createShopper, freeGuides } from '../../test/faults/shopper.ts'
import { openAuthClient } from '../auth/auth-client.ts'
import { type Answer, requestAtRate, type Timed } from '../auth/constant-rate.ts'
import type { Figure } from '../figure.ts'
import { type Generated, generate, type Load } from '../generator.ts'
import { type MoneyShop, startMoneyShop } from '../money/money-shop.ts'
import { waitingEvents } from '../money/payment-events.ts'
import { percentile } from '../statistics.ts'

// `npm run bench -- overload` finds how many requests of a mixed load the shop can handle, then sends five times as many. A few
// probes measure response times during this flood and afterwards. Their times count from the moment a request was due.

const times = 5
const carrySeconds = 5
const floodSeconds = 10
const probeSeconds = 5
/** How long each connection of the flood waits between two requests. */
const pauseMs = 20
const checkouts = 20
const events = 50

interface Probe {
	what: string
	perSecond: number
	ask: (index: number) => Promise<Answer>
}

/** Measures what the shop does with five times the requests it can handle. */
export async function overloadFigures(): Promise<Figure[]> {
	const shop = await startMoneyShop()
	try {
		const { loads, probes, read } = await openVisitors(shop)
		await Promise.all(loads.map(({ load }) => generate(load, 3)))
		const before = await requestAtRate({ perSecond: 20, seconds: 3 }, read.ask)
		const carried = await Promise.all(loads.map(({ load }) => generate(load, carrySeconds)))
		// Opens the probes' connections before the flood. The probes reuse them, as a proxy does.
		await Promise.all(Array.from({ length: 30 }, read.ask))
		const flood = Promise.all(
			loads.map(({ load }, index) => generate(flooding(load, carried[index]), floodSeconds)),
		)
		// Waits until the flood is connected, which takes seconds: Node accepts one connection in each turn of the event loop.
		await pause(1_000 * (floodSeconds - probeSeconds - 1))
		const answers = await Promise.all(
			probes.map(({ perSecond, ask }) => requestAtRate({ perSecond, seconds: probeSeconds }, ask)),
		)
		const flooded = await flood
		const normalAfterSeconds = await untilNormal(read, 2 * percentile(msOf(before), 95))
		return [
			...loads.flatMap(({ what }, index) => ofFlood(what, carried[index], flooded[index])),
			...probes.flatMap(({ what }, index) => ofProbe(what, answers[index] ?? [])),
			figure('a read before, p95', 'ms', percentile(msOf(before), 95)),
			figure('seconds until reads take that again (at most twice as long)', 's', normalAfterSeconds, {
				atMost: 5,
			}),
		]
	} finally {
		await shop.dispose()
	}
}

function flooding(load: Load, carried: Generated | undefined): Load {
	// Each request takes a connection its pause and about 30 ms for the answer.
	const perConnection = 1000 / (pauseMs + 30)
	return { ...load, pauseMs, connections: Math.ceil((times * (carried?.perSecond ?? 0)) / perConnection) }
}

async function openVisitors(shop: MoneyShop) {
	const { url, sandboxUrl } = shop.process
	const auth = await openAuthClient(shop.process, shop.databaseUrl)
	const client = await clientOf(shop.process)
	const [user] = auth.users
	const { data } = await client.auth.signInWithPassword(user ?? { email: '', password: '' })
	const headers = { apikey: auth.key, authorization: `Bearer ${data.session?.access_token}` }
	const purchases = `${url}/rest/v1/purchases?select=product_name,status&user_id=eq.${data.user?.id}&status=eq.completed`
	const sign = `${url}/storage/v1/object/sign/pdfs/${freeGuides[0].file}`
	const json = { ...headers, 'content-type': 'application/json' }
	const loads: { what: string; load: Load }[] = [
		{ what: 'signed-in reads', load: { url: purchases, headers, connections: 20 } },
		{
			what: 'reviews',
			load: {
				url: `${url}/rest/v1/published_reviews?select=*&catalogue_id=eq.2&limit=10`,
				headers: { apikey: auth.key },
				connections: 8,
			},
		},
		{
			what: 'signed URLs',
			load: { url: sign, headers: json, connections: 4, post: { bodies: ['{"expiresIn":60}'] } },
		},
	]
	const buyers = await manyAtATime(checkouts, () =>
		createShopper({ url, sandboxUrl, promises: noPromises() }),
	)
	const tokens = await Promise.all(
		buyers.map(async (buyer) => (await buyer.client.auth.getSession()).data.session?.access_token ?? ''),
	)
	const database = new pg.Client({ connectionString: shop.databaseUrl })
	await database.connect()
	const bodies = await waitingEvents(database, events).finally(() => database.end())
	const ask = async (address: string, init: RequestInit): Promise<Answer> => {
		const response = await fetch(address, init)
		await response.arrayBuffer()
		return { status: response.status, retryAfter: response.headers.get('retry-after') }
	}
	const read: Probe = { what: 'a read', perSecond: 40, ask: () => ask(purchases, { headers }) }
	const probes: Probe[] = [
		read,
		{
			what: 'a signed URL',
			perSecond: 20,
			ask: () => ask(sign, { method: 'POST', headers: json, body: '{"expiresIn":60}' }),
		},
		{ what: 'a page', perSecond: 20, ask: () => ask(url, {}) },
		{
			what: 'a payment event',
			perSecond: 10,
			ask: async (index) => ({
				status: (await shop.sendEvent(bodies[index % bodies.length] ?? '')) ?? 0,
				retryAfter: null,
			}),
		},
		{
			what: 'a checkout',
			perSecond: checkouts / probeSeconds,
			ask: (index) =>
				ask(`${url}/functions/v1/create-payment`, {
					method: 'POST',
					headers: { ...json, authorization: `Bearer ${tokens[index]}` },
					body: JSON.stringify(cv),
				}),
		},
	]
	return { loads, probes, read }
}

async function manyAtATime<T>(count: number, make: () => Promise<T>): Promise<T[]> {
	const made: T[] = []
	while (made.length < count) made.push(...(await Promise.all(Array.from({ length: 4 }, make))))
	return made
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

function ofFlood(what: string, carried: Generated | undefined, flooded: Generated | undefined): Figure[] {
	if (carried === undefined || flooded === undefined) return []
	const offered = (flooded.answered + flooded.failures) / floodSeconds
	return [
		figure(`${what}: carried`, '1/s', carried.perSecond),
		figure(`${what}: offered`, '1/s', offered),
		figure(`${what}: offered, of carried`, 'ratio', offered / carried.perSecond),
		figure(`${what}: answered`, '1/s', flooded.perSecond),
		figure(`${what}: p99 of answers and refusals`, 'ms', flooded.p99Ms),
		figure(`${what}: neither answered nor refused`, '', flooded.failures - flooded.refused, { atMost: 0 }),
	]
}

function ofProbe(what: string, answers: readonly Timed[]): Figure[] {
	const done = answers.filter(({ status }) => status === 200)
	const refused = answers.filter(({ status, retryAfter }) => status === 503 && Number(retryAfter) > 0)
	const isMoney = what === 'a payment event' || what === 'a checkout'
	return [
		figure(
			`${what}: answered`,
			'%',
			(100 * done.length) / answers.length,
			isMoney ? { atLeast: 99 } : undefined,
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

function figure(name: string, unit: string, value: number, limit?: Figure['limit']): Figure {
	return { name, unit, values: [value], ...(limit === undefined ? {} : { limit }) }
}
