import { readdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { cv } from '#test/checkout.ts'
import { keepBusy } from './keep-busy.ts'
import { type MachineFault, machineFaults } from './machine-faults.ts'
import { obstacleOf } from './machine-tools.ts'
import { type Chance, seededChance } from './random.ts'
import { randomFaultPairs, seed } from './run-options.ts'
import { pairForFile, type ShopPair } from './shop-pair.ts'
import { tell } from './shopper.ts'

// Every fault of the machine happens while users buy from two servers. The seed decides the order. After each fault the shop must sell
// again within half a minute, and payments, purchases, emails and jobs must match within a minute.

const pair = pairForFile({ onMachine: true })

/** Longer than any request to PostgreSQL, the provider or the mail server may take. */
const lastsMs = [11_000, 16_000] as const
const opensWithinMs = 30_000

const order = seededChance(seed)
const possible = machineFaults.filter(({ needs }) => obstacleOf(needs) === undefined)
const couples = Array.from({ length: randomFaultPairs }, () => {
	const first = order.pick(possible)
	return [first, order.pick(possible.filter((fault) => fault !== first))] as const
})
let before: Usage[]

for (const { name, needs } of machineFaults) {
	const obstacle = obstacleOf(needs)
	if (obstacle !== undefined) console.warn(`Skipped: "${name}", because ${obstacle}.`)
}

beforeAll(async () => {
	// Lets the servers first open the connections and fill the caches that they keep. Otherwise that growth would look like a leak.
	const busy = await startShopping(seededChance(seed))
	await pause(10_000)
	await busy.stop()
	before = await usageOf(pair())
}, 60_000)

for (const fault of shuffled(machineFaults, order)) {
	test(`${fault.name}, and the shop recovers (seed ${seed})`, { timeout: 150_000 }, async ({ skip }) => {
		const obstacle = obstacleOf(fault.needs)
		if (obstacle !== undefined) return skip(obstacle)
		await survive([fault])
	})
}

for (const faults of couples) {
	const names = faults.map(({ name }) => name).join(', and ')
	test(`at the same time: ${names}, and the shop recovers (seed ${seed})`, { timeout: 150_000 }, () =>
		survive(faults),
	)
}

test('after all these faults, memory, open files and connections are as before', {
	timeout: 90_000,
}, async () => {
	// Idle connections of the pools are closed after a minute.
	await expect
		.poll(() => usageOf(pair()), { timeout: 75_000, interval: 5_000 })
		.toEqual(
			before.map(({ heapMegabytes, openFiles }) => ({
				heapMegabytes: expect.toSatisfy((now: number) => now <= heapMegabytes + 15),
				openFiles: expect.toSatisfy((now: number) => now <= openFiles + 5),
			})),
		)
})

/** Lets faults happen while users buy, and checks that the shop is open again soon after they end. */
async function survive(faults: readonly MachineFault[]): Promise<void> {
	const chance = seededChance(seed)
	const busy = await startShopping(chance)
	try {
		await pause(1_000)
		await happen(faults, chance)
		await expectSale(performance.now() + opensWithinMs)
	} finally {
		await busy.stop()
	}
	await tell(pair(), '/stripe/events/hurry', {})
	await pair().expectAgreement()
}

/** Causes the faults, and after a while ends all of them together, because no server can restart while the database's disk is full. */
async function happen(faults: readonly MachineFault[], chance: Chance): Promise<void> {
	const { machine } = pair()
	if (machine === undefined) throw new Error('this machine cannot fail')
	const ends: (() => Promise<void>)[] = []
	try {
		for (const fault of faults) {
			ends.push(await fault.begin({ pair: pair(), machine }, chance))
			await pause(faults.length > 1 ? chance.between(0, 3_000) : 0)
		}
		await pause(chance.between(...lastsMs))
	} finally {
		await endAll(ends)
	}
}

/** Ends the faults. Waits for all, even if one fails, so that no fault lasts into the next test. */
async function endAll(ends: readonly (() => Promise<void>)[]): Promise<void> {
	const ended = await Promise.allSettled(ends.map((end) => end()))
	for (const end of ended) if (end.status === 'rejected') throw end.reason
}

async function startShopping(chance: Chance): Promise<{ stop(): Promise<void> }> {
	const shoppers = await Promise.all(Array.from({ length: 4 }, () => pair().shopper()))
	return keepBusy(shoppers, chance, { pauseMs: 200 })
}

/** Fails unless both servers are ready and a newcomer can sign up, buy a guide and download it in time. */
async function expectSale(deadline: number): Promise<void> {
	const left = () => Math.max(deadline - performance.now(), 1)
	for (const { url } of pair().servers)
		await expect
			.poll(() => fetch(`${url}/readyz`).then(({ status }) => status), { timeout: left(), interval: 200 })
			.toBe(200)
	// A request may still fail, and the newcomer tries again.
	const refused: string[] = []
	await expect
		.poll(() => sell(refused).catch((error: unknown) => [...refused, String(error)]), { timeout: left() })
		.toBe('sold')
}

/** Lets a newcomer buy and download a guide. Adds each request that was refused to `refused`. */
async function sell(refused: string[]): Promise<'sold'> {
	const newcomer = await pair().shopper(async (...asked) => {
		const answer = await fetch(...asked)
		if (!answer.ok) refused.push(`${answer.url}: ${answer.status} ${await answer.clone().text()}`)
		return answer
	})
	const checkoutSessionId = await newcomer.open(cv)
	if (checkoutSessionId === undefined) throw new Error('no checkout')
	await newcomer.pay(checkoutSessionId)
	if ((await newcomer.returnTo(checkoutSessionId)) !== 'completed') throw new Error('not completed')
	const { data, error } = await newcomer.client.storage.from('pdfs').createSignedUrl('CV.zip', 60)
	if (error !== null) throw error
	const answer = await fetch(data.signedUrl)
	const bytes = (await answer.arrayBuffer()).byteLength
	if (!answer.ok || bytes !== Number(answer.headers.get('content-length'))) throw new Error('no download')
	return 'sold'
}

interface Usage {
	heapMegabytes: number
	openFiles: number
}

const memorySchema = z.object({ heapUsed: z.number(), external: z.number() })

async function usageOf({ servers }: ShopPair): Promise<Usage[]> {
	return await Promise.all(
		servers.map(async (server) => {
			const { heapUsed, external } = memorySchema.parse(await server.ask({ measure: true }))
			const openFiles = (await readdir(`/proc/${server.pid()}/fd`)).length
			return { heapMegabytes: (heapUsed + external) / 2 ** 20, openFiles }
		}),
	)
}

function shuffled<T>(items: readonly T[], chance: Chance): T[] {
	return items
		.map((item) => ({ item, at: chance.next() }))
		.toSorted((one, other) => one.at - other.at)
		.map(({ item }) => item)
}
