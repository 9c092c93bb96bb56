import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { cv, planner } from '#test/checkout.ts'
import { isFull } from './run-options.ts'
import { slowDatabaseShopForFile } from './slow-database-shop.ts'

// The database is slow, because of its connection or because another client holds a lock.

const running = slowDatabaseShopForFile()
afterEach(() => running().connection.delay(0))

const oneWayMs = 500
/** How long a statement takes at least. */
const statementMs = 2 * oneWayMs

/** Checks that no page waits for the database. */
async function expectPagesFast(): Promise<void> {
	for (const path of ['/', '/healthz', '/premium']) {
		const began = performance.now()
		expect(await running().status(path)).toBe(200)
		expect(performance.now() - began).toBeLessThan(statementMs)
	}
}

const shownSchema = z.object({ code: z.string(), message: z.string() })

interface Refused {
	error: { message: string; code?: string; context?: unknown } | null
}

/** Returns the status of a refusal, after checking that it has a message without internals. */
async function statusOf({ error }: Refused): Promise<number> {
	if (!(error?.context instanceof Response)) throw new Error('not refused')
	const { message } = shownSchema.parse(await error.context.json())
	expect(message).not.toMatch(/lock|statement|sql|timeout/i)
	expect(error.context.headers.get('retry-after')).toMatch(/^\d+$/)
	return error.context.status
}

test('if every statement takes a second, requests are answered or refused in time and pages stay fast', {
	timeout: 120_000,
}, async () => {
	const { shop, connection, status } = running()
	const buyer = await shop.shopper()
	const checkoutSessionId = (await buyer.open(cv)) ?? ''
	connection.delay(oneWayMs)
	const began = performance.now()
	const asked = Promise.all([
		...Array.from({ length: 40 }, async () => {
			const answer = await buyer.client.from('purchases').select('status').retry(false)
			return answer.error === null ? answer.data : answer.status
		}),
	])
	const paid = buyer.pay(checkoutSessionId)
	await expectPagesFast()
	// Each is a correct answer or a clear refusal within the time limit of a request.
	const answers = await asked
	for (const answer of answers)
		if (answer !== 503) expect(answer).toEqual([{ status: expect.stringMatching(/^(pending|completed)$/) }])
	expect(answers.some((answer) => answer !== 503)).toBe(true)
	expect(performance.now() - began).toBeLessThan(15_000)
	expect(await paid).toBe(true)
	connection.delay(0)
	await expect.poll(() => status('/readyz'), { interval: 100 }).toBe(200)
	await expect.poll(() => buyer.returnTo(checkoutSessionId)).toBe('completed')
})

test('while a table is locked, requests for it fail in time, and a payment is delivered once the lock ends', {
	timeout: 120_000,
}, async () => {
	const { shop, superuserUrl, status } = running()
	const buyer = await shop.shopper()
	const checkoutSessionId = (await buyer.open(cv)) ?? ''
	const holder = new pg.Client({ connectionString: superuserUrl() })
	await holder.connect()
	try {
		await holder.query('begin; lock table public.purchases in access exclusive mode')
		const began = performance.now()
		const seconds = () => (performance.now() - began) / 1000
		const reads = Promise.all(
			Array.from({ length: 8 }, () => buyer.client.from('purchases').select('status').retry(false)),
		)
		// The event is stored and answered now. It is applied after the table has been unlocked.
		expect(await buyer.pay(checkoutSessionId)).toBe(true)
		await expectPagesFast()
		expect(await status('/readyz')).toBe(200)
		for (const { error, status: answered } of await reads) {
			expect(error).toMatchObject({ code: '55P03' })
			expect(answered).toBe(500)
		}
		expect(seconds()).toBeLessThan(10)
		const link = await buyer.client.storage.from('pdfs').createSignedUrl('CV.zip', 60)
		expect(link.error).toMatchObject({ status: 503 })
		if (isFull) {
			// This function uses the jobs login, which may wait longer for a lock than the API login.
			expect(await statusOf(await buyer.client.functions.invoke('create-payment', { body: planner }))).toBe(
				503,
			)
			expect(seconds()).toBeLessThan(25)
		}
	} finally {
		await holder.end()
	}
	await expect.poll(() => buyer.returnTo(checkoutSessionId)).toBe('completed')
	expect((await buyer.client.storage.from('pdfs').createSignedUrl('CV.zip', 60)).error).toBeNull()
})
