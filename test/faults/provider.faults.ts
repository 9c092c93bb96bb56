import { expect, test } from 'vitest'
import { z } from 'zod'
import { cv, planner } from '#test/checkout.ts'
import { shopForFile } from './fault-shop.ts'
import { inDatabase } from './in-database.ts'
import { keepBusy } from './keep-busy.ts'
import { seededChance } from './random.ts'
import { isFull, seed } from './run-options.ts'
import { tell } from './shopper.ts'

const shop = shopForFile()
const create = 'checkout.sessions.create'
/**
 * How many requests a call sends before it fails permanently: eight that are answered with an error, or four attempts without an
 * answer, each of which the SDK sends twice.
 */
const untilGivenUp = { answered: 8, cut: 8 }

test('while the provider is unreachable, the buyer sees an error, and the same purchase continues later', async () => {
	const buyer = await shop().shopper()
	await shop().switches({ operations: [{ operation: create, fault: 'cut-before', next: untilGivenUp.cut }] })
	const refused = await buyer.client.functions.invoke('create-payment', { body: cv })
	expect(await bodyOf(refused.error)).toMatchObject({ status: 503, code: 'payment_provider_unavailable' })
	expect(await buyer.open(cv)).toMatch(/^cs_test_/)
	expect(await shop().checkoutSessionsOf(buyer)).toHaveLength(1)
})

test.for([
	['after a 500', 'answer-500', 1],
	['after a 429 that persists', 'answer-429', untilGivenUp.answered],
	['after an answer that is not JSON', 'answer-nonsense', 1],
	['if a Checkout Session is created but the response is lost', 'cut-after', untilGivenUp.cut],
] as const)(
	'%s, the buyer sees an error, tries again, and gets one Checkout Session',
	async ([, fault, next]) => {
		const buyer = await shop().shopper()
		await shop().switches({ operations: [{ operation: create, fault, next }] })
		expect(await buyer.open(cv)).toBeUndefined()
		const checkoutSessionId = await buyer.open(cv)
		expect(checkoutSessionId).toMatch(/^cs_test_/)
		const open = (await shop().checkoutSessionsOf(buyer)).filter(({ status }) => status === 'open')
		expect(open.map(({ id }) => id)).toEqual([checkoutSessionId])
		expect(await buyer.pay(checkoutSessionId ?? '')).toBe(true)
		await shop().expectAgreement()
	},
)

test('while the provider hangs, ten calls wait and the rest fail quickly, and checkouts open again afterwards', {
	timeout: 120_000,
}, async () => {
	const buyers = await Promise.all(Array.from({ length: 14 }, () => shop().shopper()))
	await shop().switches({ operations: [{ operation: create, fault: 'hang', next: 1_000, ms: 120_000 }] })
	const began = performance.now()
	const times = await Promise.all(
		buyers.map(async (buyer) => {
			expect(await buyer.open(planner)).toBeUndefined()
			return performance.now() - began
		}),
	)
	expect(times.filter((time) => time < 5_000).length).toBeGreaterThanOrEqual(4)
	expect(Math.max(...times)).toBeLessThan(30_000)
	await shop().switches({ operations: [] })
	expect(await buyers[0]?.open(planner)).toMatch(/^cs_test_/)
})

test(`with late, duplicate, reordered, lost and badly signed events, payments and purchases still match (seed ${seed})`, {
	timeout: 180_000,
}, async () => {
	const shoppers = await Promise.all(Array.from({ length: 4 }, () => shop().shopper()))
	await shop().switches({
		events: {
			delayMs: 300,
			duplicatePercent: 30,
			shuffle: true,
			dropPercent: 30,
			misSignPercent: 20,
			stalePercent: 10,
			futurePercent: 10,
		},
	})
	const busy = keepBusy(shoppers, seededChance(seed))
	await new Promise((resolve) => setTimeout(resolve, isFull ? 20_000 : 5_000))
	await busy.stop()
	await tell(shop().process, '/stripe/switches', {}, 'DELETE')
	await tell(shop().process, '/stripe/events/hurry', {})
	// Makes the purchases three hours old, so that the scheduled jobs ask the provider for what no event has reported.
	const { dataDir } = shop().process
	await inDatabase(dataDir, "update public.purchases set created_at = created_at - interval '3 hours'")
	for (const job of ['reconcile-purchases', 'compare-with-provider'])
		await inDatabase(dataDir, `select from graphile_worker.add_job('${job}')`)
	await shop().expectAgreement()
	expect(shop().promises.opened.length).toBeGreaterThan(10)
})

test('if the sandbox dies, the shop reports it, restarts it and takes payments again', async () => {
	const { process: server } = shop()
	const { pid } = z
		.object({ pid: z.int() })
		.parse(await (await fetch(`${server.sandboxUrl}/sandbox.json`)).json())
	process.kill(pid, 'SIGKILL')
	await expect.poll(() => server.output()).toContain('The sandbox has stopped unexpectedly')
	await expect
		.poll(
			() =>
				fetch(`${server.sandboxUrl}/sandbox.json`).then(
					({ ok }) => ok,
					() => false,
				),
			{ timeout: 15_000 },
		)
		.toBe(true)
	const buyer = await shop().shopper()
	const checkoutSessionId = (await buyer.open(cv)) ?? ''
	expect(await buyer.pay(checkoutSessionId)).toBe(true)
	await shop().expectAgreement()
})

/** Returns the answer of a function call that was refused. */
async function bodyOf(error: unknown): Promise<object> {
	const { context } = z.object({ context: z.instanceof(Response) }).parse(error)
	const body: unknown = await context.json()
	return { status: context.status, ...z.object({ code: z.string() }).loose().parse(flat(body)) }
}

/** The error is in the field `error` or is the body itself. */
function flat(body: unknown): unknown {
	const wrapped = z.object({ error: z.looseObject({}) }).safeParse(body)
	return wrapped.success ? wrapped.data.error : body
}
