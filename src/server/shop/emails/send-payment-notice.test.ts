import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { cv, openCheckout, pay, planner } from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import { atTheProvider } from '#test/money-ledger.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
	world = await createWorld({ sandbox: true })
	await fetch(`${world.sandboxUrl}/stripe/switches`, {
		method: 'PUT',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ settleAfterSeconds: 24 * 3600 }),
	})
})
afterAll(() => world.close())

/** Orders a guide by bank debit, and returns what the buyer sees and is emailed. */
async function order(product: typeof cv) {
	const client = await signedInClient(world)
	const { data } = await client.auth.getUser()
	const checkoutSessionId = await openCheckout(client, product)
	await pay(world, checkoutSessionId, 'bank')
	return {
		checkoutSessionId,
		mails: () => world.mails.filter(({ to }) => to === data.user?.email),
		purchase: async () => {
			const rows = await client.from('purchases').select('id, status, settling_since')
			return rows.data?.[0]
		},
		confirm: () => client.functions.invoke('confirm-payment', { body: { sessionId: checkoutSessionId } }),
	}
}

async function untilEventsArrive(check: () => Promise<unknown>, status: unknown): Promise<void> {
	await expect
		.poll(
			async () => {
				await world.runJobs()
				return await check()
			},
			{ timeout: 20_000 },
		)
		.toMatchObject(status as object)
}

test('a bank debit is acknowledged once, whoever notices it first and however often', async () => {
	const { mails, purchase, confirm } = await order(cv)
	await Promise.all(Array.from({ length: 6 }, confirm))
	await untilEventsArrive(purchase, { status: 'pending', settling_since: expect.any(String) })
	await confirm()
	await world.runJobs()
	const [mail, ...others] = mails().filter(({ subject }) => subject.startsWith('We’ve got your order'))
	expect(others).toEqual([])
	expect(mail?.text).toContain('£14.99')
	expect(mail?.text).toContain('Please don’t pay again')
	expect(mail?.text).toContain('/account/guides')
})

test('a bank debit that fails days later is emailed once, with the way to pay again', async () => {
	const { checkoutSessionId, mails, purchase } = await order(planner)
	await untilEventsArrive(purchase, { status: 'pending', settling_since: expect.any(String) })
	await atTheProvider(world, `checkout-sessions/${checkoutSessionId}/settle`, { outcome: 'fails' })
	await untilEventsArrive(purchase, { status: 'failed' })
	const { id } = (await purchase()) ?? {}
	await Promise.all(
		Array.from({ length: 6 }, () =>
			world.jobHandlers['send-payment-notice']({ purchaseId: id, notice: 'payment_pending' }),
		),
	)
	const [mail, ...others] = mails().filter(({ subject }) =>
		subject.startsWith('Your payment didn’t go through'),
	)
	expect(others).toEqual([])
	expect(mail?.text).toMatch(/£5\.99/)
	expect(mail?.html).toMatch(/href="[^"]*\/[a-z-]*budget[a-z-]*"/)
	expect(mails().filter(({ subject }) => subject.startsWith('We’ve got your order'))).toHaveLength(1)
	await world.jobHandlers['send-payment-notice']({ purchaseId: id, notice: 'payment_failed' })
	expect(mails().filter(({ subject }) => subject.startsWith('Your payment didn’t'))).toHaveLength(1)
})

test('a payment by card is not acknowledged as one that takes days', async () => {
	const client = await signedInClient(world)
	const checkoutSessionId = await openCheckout(client, cv)
	await pay(world, checkoutSessionId)
	await client.functions.invoke('confirm-payment', { body: { sessionId: checkoutSessionId } })
	await world.runJobs()
	expect((await client.from('purchases').select('status, settling_since')).data).toEqual([
		{ status: 'completed', settling_since: null },
	])
	const queued = await world.database.query(
		sql`select from graphile_worker.jobs where task_identifier = 'send-payment-notice'`,
	)
	expect(queued).toEqual([])
})
