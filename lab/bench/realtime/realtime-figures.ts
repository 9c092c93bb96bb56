import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { ShopProcess } from '../../../e2e/shop-process.ts'
import { type Figure, figure } from '../figure.ts'
import { measureOnce } from '../processor-time.ts'
import { publishableKeyOf, residentBytes, startShopOnDatabase } from '../shop.ts'
import { percentile } from '../statistics.ts'
import { addBuyers } from './signed-in.ts'
import { beat, closeSockets, openSockets } from './sockets.ts'
import { throughput } from './throughput.ts'

export const realtimeParts = ['throughput', 'changes', 'buyers', 'idle'] as const

/** Measures the Realtime API next to a bare echo server. */
export async function realtimeFigures(
	parts: readonly (typeof realtimeParts)[number][] = realtimeParts,
): Promise<Figure[]> {
	const { shop, databaseUrl, postgresPid, dispose } = await startShopOnDatabase()
	try {
		const key = await publishableKeyOf(shop)
		const url = `${shop.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`
		const restUrl = `${shop.url}/rest/v1/products?select=id`
		const figures: Figure[] = []
		if (parts.includes('throughput'))
			figures.push(...(await throughput({ url, restUrl, key, pid: shop.pid() })))
		if (parts.includes('changes')) figures.push(...(await changes(url, databaseUrl)))
		if (parts.includes('buyers')) figures.push(...(await ownChanges({ url, databaseUrl, shop, postgresPid })))
		if (parts.includes('idle')) figures.push(...(await idleSockets(url, shop.pid())))
		return figures
	} finally {
		await dispose()
	}
}

const idle = 5_000

async function idleSockets(url: string, pid: number | undefined): Promise<Figure[]> {
	const before = await residentBytes(pid)
	const sockets = await openSockets(url, idle)
	const stop = beat(sockets)
	for (const [index, socket] of sockets.entries()) await socket.join(`realtime:room ${index}`)
	await pause(5_000)
	const megabytes = ((await residentBytes(pid)) - before) / 1e6
	const open = sockets.filter(({ socket }) => socket.readyState === 1).length
	stop()
	closeSockets(sockets)
	const name = `${idle} idle sockets, each in a channel of its own`
	return [
		figure(`${name}: open`, '', open, { atLeast: idle }),
		figure(`${name}: additional memory`, 'MB', megabytes, { atMost: 150 }),
	]
}

const subscribers = 1_000
const rounds = 20
const changesPerSecond = 100

async function changes(url: string, databaseUrl: string): Promise<Figure[]> {
	const sockets = await openSockets(url, subscribers)
	const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'products' }] }
	for (const socket of sockets) await socket.join('realtime:products', config)
	const client = new pg.Client(databaseUrl)
	await client.connect()
	await client.query('set row_security = off')
	const waits: number[] = []
	// The first round warms everything up.
	for (let round = 0; round <= rounds; round++) {
		let missing = subscribers
		const all = Promise.withResolvers<void>()
		const begun = performance.now()
		for (const socket of sockets)
			socket.onPush = (text) => {
				if (!text.includes(`round ${round}"`)) return
				if (round > 0) waits.push(performance.now() - begun)
				if (--missing === 0) all.resolve()
			}
		await client.query(`update public.products set description = 'round ${round}' where id = '1'`)
		await Promise.race([all.promise, pause(5_000)])
	}
	await client.end()
	closeSockets(sockets)
	return arrivals(`a change reaches ${subscribers} subscribers`, waits, rounds * subscribers)
}

/** Returns how many changes did not arrive, and how long the others took, measured from just before the statement. */
function arrivals(name: string, waits: readonly number[], expected: number): Figure[] {
	return [
		figure(`${name}: not arrived`, '', expected - waits.length, { atMost: 0 }),
		figure(`${name}: p50`, 'ms', percentile(waits, 50)),
		figure(`${name}: p99`, 'ms', percentile(waits, 99), { atMost: 250 }),
	]
}

interface OwnChangesOptions {
	url: string
	databaseUrl: string
	shop: ShopProcess
	/** The process id of PostgreSQL. */
	postgresPid: number
}

/**
 * Changes purchases while each buyer watches their own, first one by one and then all at once. Then changes a product that all of
 * them watch.
 */
async function ownChanges({ url, databaseUrl, shop, postgresPid }: OwnChangesOptions): Promise<Figure[]> {
	const pids = { server: shop.pid() ?? 0, postgres: postgresPid }
	const client = new pg.Client(databaseUrl)
	await client.connect()
	await client.query('set row_security = off')
	const buyers = await addBuyers(client, shop, subscribers)
	const sockets = await openSockets(url, subscribers)
	const arrived = new Map<string, (round: string) => void>()
	for (const [index, socket] of sockets.entries()) {
		const { userId, purchaseId, accessToken } = buyers[index] ?? never()
		const own = { event: '*', schema: 'public', table: 'purchases', filter: `user_id=eq.${userId}` }
		const products = { event: '*', schema: 'public', table: 'products' }
		await socket.join(`realtime:purchases of ${userId}`, { postgres_changes: [own, products] }, accessToken)
		socket.onPush = (text) => {
			const round = /"(?:product_name|description)":"round (\d+)"/.exec(text)?.[1]
			if (round !== undefined) arrived.get(purchaseId)?.(round)
		}
	}
	const stop = beat(sockets)

	/** Makes the change of a round, and returns how long it took to reach each buyer. */
	async function measure(round: number, change: () => Promise<unknown>): Promise<number[]> {
		const waits: number[] = []
		const all = Promise.withResolvers<void>()
		const begun = performance.now()
		for (const { purchaseId } of buyers)
			arrived.set(purchaseId, (seen) => {
				if (seen !== String(round)) return
				waits.push(performance.now() - begun)
				if (waits.length === buyers.length) all.resolve()
			})
		await change()
		await Promise.race([all.promise, pause(10_000)])
		return waits
	}

	/** Runs changes, and returns how long they took to arrive and what each arrival cost. */
	async function changeReaches(
		what: string,
		expected: number,
		change: () => Promise<number[]>,
	): Promise<Figure[]> {
		let waits: number[] = []
		const cost = await measureOnce(what, pids, async () => {
			waits = await change()
			return expected
		})
		return [
			...arrivals(what, waits, expected),
			figure(`${what}: processor time of the server, each`, 'µs', cost.server),
			figure(`${what}: processor time of PostgreSQL, each`, 'µs', cost.postgres),
		]
	}

	async function singly(): Promise<number[]> {
		const waits: number[] = []
		const begun = performance.now()
		for (const [index, { purchaseId }] of buyers.entries()) {
			await pause(Math.max(0, begun + (index * 1000) / changesPerSecond - performance.now()))
			const sent = performance.now()
			arrived.set(purchaseId, () => waits.push(performance.now() - sent))
			await client.query("update public.purchases set product_name = 'round 0' where id = $1", [purchaseId])
		}
		await pause(2_000)
		return waits
	}

	const purchaseIds = buyers.map(({ purchaseId }) => purchaseId)
	const changeAll = 'update public.purchases set product_name = $2 where id = any ($1)'
	const changeProduct = "update public.products set description = $1 where id = '1'"
	const figures = [
		...(await changeReaches(
			`Each of ${subscribers} signed-in buyers hears of their purchase, ${changesPerSecond} changes a second`,
			subscribers,
			singly,
		)),
		...(await changeReaches(
			`${subscribers} purchases change at once, and each buyer hears of theirs`,
			5 * subscribers,
			() =>
				inRounds((round) => measure(round, () => client.query(changeAll, [purchaseIds, `round ${round}`]))),
		)),
		...(await changeReaches(
			`A product changes, and ${subscribers} signed-in users hear of it`,
			5 * subscribers,
			() =>
				inRounds((round) => measure(round + 10, () => client.query(changeProduct, [`round ${round + 10}`]))),
		)),
	]
	stop()
	await client.end()
	closeSockets(sockets)
	return figures
}

async function inRounds(run: (round: number) => Promise<number[]>): Promise<number[]> {
	const all: number[] = []
	for (let round = 1; round <= 5; round++) all.push(...(await run(round)))
	return all
}

function never(): never {
	throw new Error('there are fewer buyers than sockets')
}
