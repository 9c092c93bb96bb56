import { expect, test } from 'vitest'
import { z } from 'zod'
import { standardMailTexts } from '#catalogue/mail-texts.ts'
import { readMails, readMailsAbout } from '#server/features/customers/read-mails.ts'
import { sql } from '#server/platform/db/sql.ts'
import { fulfil } from '#server/shop/fulfil.ts'
import { cv, openCheckout, paidCheckout, pay, planner, setSwitches } from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import { atTheProvider, tamper } from '#test/money-ledger.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ sandbox: true })
await setSwitches(world, { settleAfterSeconds: 24 * 3600 })

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

test('a payment on hold is acknowledged once, with how to cancel and the terms of the order', async () => {
	const { checkoutSession, userId } = await paidCheckout(world)
	const wrong = { ...checkoutSession, subtotalPence: 1, totalPence: 1 }
	await Promise.all(
		Array.from({ length: 6 }, () =>
			world.database.asServer((tx) =>
				fulfil(tx, { checkoutSession: wrong, cause: 'event', paidAt: new Date(), shop: world.shop }),
			),
		),
	)
	const about = { purchaseId: checkoutSession.purchaseId, notice: 'payment_held' }
	await world.runJobs()
	await world.runJob('send-payment-notice', about)
	const mails = world.mails.filter(({ subject }) => subject.startsWith('We’re checking your payment'))
	expect(mails).toHaveLength(1)
	expect(mails[0]?.text).toContain(`/account/refund?purchase=${checkoutSession.purchaseId}`)
	expect(mails[0]?.text).toMatch(/you can cancel for any reason: .*\/refunds#your-right-to-cancel/)
	expect(mails[0]?.files?.[0]?.text).toMatch(/Model cancellation form/)
	const listed = await readMails({ database: world.database, mailTexts: standardMailTexts }, userId)
	expect(listed).toMatchObject([{ mail: 'held', about: 'CV Secrets', waits: false }])
	// Nobody is told of a hold that has ended.
	await tamper(world, `update public.purchases set status = 'completed' where id = $1`, [
		checkoutSession.purchaseId,
	])
	await tamper(world, 'update shop.checkouts set held_mailed_at = null where purchase_id = $1', [
		checkoutSession.purchaseId,
	])
	await world.runJob('send-payment-notice', about)
	expect(world.mails.filter(({ subject }) => subject.startsWith('We’re checking'))).toHaveLength(1)
})

async function untilEventsArrive(check: () => Promise<unknown>, status: unknown): Promise<void> {
	await expect
		.poll(async () => {
			await world.runJobs()
			return await check()
		})
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
	expect(mail?.text).toMatch(
		/Until it’s delivered, you can cancel for any reason: .*\/refunds#your-right-to-cancel/,
	)
	expect(mail?.files?.[0]?.text).toMatch(/Model cancellation form\n[\s\S]*I\/We\* hereby give notice/)
})

test('a bank debit that fails days later is emailed once, with the way to pay again', async () => {
	const { checkoutSessionId, mails, purchase } = await order(planner)
	await untilEventsArrive(purchase, { status: 'pending', settling_since: expect.any(String) })
	await atTheProvider(world, `checkout-sessions/${checkoutSessionId}/settle`, { outcome: 'fails' })
	await untilEventsArrive(purchase, { status: 'failed' })
	const { id } = (await purchase()) ?? {}
	await Promise.all(
		Array.from({ length: 6 }, () =>
			world.runJob('send-payment-notice', { purchaseId: id, notice: 'payment_pending' }),
		),
	)
	const [mail, ...others] = mails().filter(({ subject }) =>
		subject.startsWith('Your payment didn’t go through'),
	)
	expect(others).toEqual([])
	expect(mail?.text).toMatch(/£5\.99/)
	expect(mail?.html).toMatch(/href="[^"]*\/[a-z-]*budget[a-z-]*"/)
	expect(mails().filter(({ subject }) => subject.startsWith('We’ve got your order'))).toHaveLength(1)
	await world.runJob('send-payment-notice', { purchaseId: id, notice: 'payment_failed' })
	expect(mails().filter(({ subject }) => subject.startsWith('Your payment didn’t'))).toHaveLength(1)
})

test('a bank debit whose failure is told by no event is noticed by asking Stripe, and emailed once', async () => {
	const { checkoutSessionId, mails, purchase } = await order(planner)
	await untilEventsArrive(purchase, { status: 'pending', settling_since: expect.any(String) })
	const pause = async (paused: boolean) => await setSwitches(world, { events: { paused } })
	await pause(true)
	const { id } = (await purchase()) ?? {}
	const reconcile = async () => {
		// The shop asks about purchases that are no longer new.
		await world.database.query(
			sql`update public.purchases set created_at = now() - interval '16 days' where id = ${String(id)}`,
		)
		await Promise.all(Array.from({ length: 6 }, () => world.runJob('reconcile-purchases', {})))
		await world.runJobs()
	}
	// While the debit is under way, nothing has failed.
	await reconcile()
	expect(await purchase()).toMatchObject({ status: 'pending' })
	await atTheProvider(world, `checkout-sessions/${checkoutSessionId}/settle`, { outcome: 'fails' })
	await reconcile()
	expect(await purchase()).toMatchObject({ status: 'failed' })
	const failures = () => mails().filter(({ subject }) => subject.startsWith('Your payment didn’t go through'))
	expect(failures()).toHaveLength(1)
	// The event changes nothing more if it arrives after all.
	await pause(false)
	await world.runJobs()
	expect(await purchase()).toMatchObject({ status: 'failed' })
	expect(failures()).toHaveLength(1)
})

test('a failed debit of a bundle leads to the bundle', async () => {
	const { mails, purchase } = await order(planner)
	await untilEventsArrive(purchase, { status: 'pending', settling_since: expect.any(String) })
	const { id } = (await purchase()) ?? {}
	await tamper(
		world,
		`insert into public.products (id, product_id, slug, title, description, category, price_pence, currency, is_free, coming_soon, withdrawn)
		values ('bundle-both', 'bundle-both', 'bundle-both', 'Both', 'Both.', 'both', 1699, 'GBP', false, false, true)`,
	)
	await tamper(
		world,
		`update public.purchases set status = 'failed', catalogue_id = 'bundle-both', product_name = 'Both' where id = $1`,
		[String(id)],
	)
	await world.runJob('send-payment-notice', { purchaseId: id, notice: 'payment_failed' })
	const mail = mails().find(({ subject }) => subject.startsWith('Your payment didn’t go through'))
	expect(mail?.html).toContain('/premium#bundle-both"')
	expect(mail?.text).toContain('/premium#bundle-both')
})

test('the emails about a payment that takes days are listed with its buyer’s and its sale’s', async () => {
	const { checkoutSessionId, purchase } = await order(cv)
	await untilEventsArrive(purchase, { status: 'pending', settling_since: expect.any(String) })
	await atTheProvider(world, `checkout-sessions/${checkoutSessionId}/settle`, { outcome: 'fails' })
	await untilEventsArrive(purchase, { status: 'failed' })
	await world.runJobs()
	const [row] = await world.database.query(
		sql`select id, user_id, catalogue_id from public.purchases where stripe_session_id = ${checkoutSessionId}`,
		z.object({ id: z.string(), user_id: z.string(), catalogue_id: z.string() }),
	)
	if (row === undefined) throw new Error('the purchase is lost')
	const listed = { database: world.database, mailTexts: standardMailTexts }
	for (const mails of [await readMails(listed, row.user_id), await readMailsAbout(world.database, row)])
		expect(mails.filter(({ mail }) => mail === 'pending' || mail === 'failed')).toMatchObject([
			{ mail: 'failed', emailed_at: expect.any(String), refusal: null },
			{ mail: 'pending', emailed_at: expect.any(String), refusal: null },
		])
	await tamper(world, 'update shop.checkouts set failed_mailed_at = null where purchase_id = $1', [row.id])
	await tamper(
		world,
		`insert into shop.refused_mails (job, reference, reason) values ('send-payment-notice', $1, '550 no such user')`,
		[`${row.id} payment_failed`],
	)
	expect(await readMailsAbout(world.database, row)).toContainEqual(
		expect.objectContaining({ mail: 'failed', emailed_at: null, refusal: '550 no such user' }),
	)
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
