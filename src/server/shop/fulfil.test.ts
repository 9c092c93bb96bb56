import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { fulfil } from '#server/shop/fulfil.ts'
import type { CheckoutSession } from '#server/shop/payment-provider.ts'
import { anotherPaidCheckout, paidCheckout } from '#test/checkout.ts'
import { setPrice } from '#test/set-price.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

beforeEach(async () => {
	await world.database.query(sql`delete from graphile_worker._private_jobs`)
})

/** The jobs enqueued since the test began, in order: the kind and the purchase of each. */
async function enqueued(): Promise<string[]> {
	const rows = await world.database.query(sql`
		select j.task_identifier || ' ' || (p.payload ->> 'purchaseId') as line
		from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id order by j.id`)
	return rows.map(({ line }) => String(line))
}

const tell = (checkoutSession: CheckoutSession) =>
	world.database.asServer((tx) =>
		fulfil(tx, { checkoutSession, cause: 'event', paidAt: new Date(), shop: world.shop }),
	)

async function stateOf(purchaseId: string) {
	const [row] = await world.database.query(sql`
		select p.status, c.held_reason from public.purchases p join shop.checkouts c on c.purchase_id = p.id
		where p.id = ${purchaseId}`)
	return row
}

async function historyOf(purchaseId: string): Promise<string[]> {
	const rows = await world.database.query(sql`
		select to_status || ' by ' || cause as line from shop.purchase_history
		where purchase_id = ${purchaseId} order by id`)
	return rows.map(({ line }) => String(line))
}

test('a paid Checkout Session that matches its purchase completes it, once, with one receipt', async () => {
	const { purchaseId, checkoutSession } = await paidCheckout(world)
	await Promise.all(Array.from({ length: 8 }, () => tell(checkoutSession)))
	expect(await stateOf(purchaseId)).toEqual({ status: 'completed', held_reason: null })
	expect(await enqueued()).toEqual([`send-receipt ${purchaseId}`])
	expect(await historyOf(purchaseId)).toEqual(['pending by client', 'completed by event'])
})

describe.each<[string, Partial<CheckoutSession>, string]>([
	['another amount', { subtotalPence: 1 }, 'paid 1 pence before discounts'],
	['another currency', { currency: 'USD' }, 'paid in USD'],
	['another product', { catalogueId: '3' }, 'paid for product 3'],
	['no product', { catalogueId: null }, 'paid for product null'],
	['another user', { userId: '00000000-0000-4000-8000-000000000000' }, 'paid for another user'],
	['no user', { userId: null }, 'paid for another user'],
	[
		'an extra charge',
		{ totalPence: 1799 },
		'paid 1799 pence, which is not the price less 0 pence of discounts',
	],
	[
		'a total that no promotion code explains',
		{ totalPence: 100 },
		'paid 100 pence, which is not the price less 0 pence of discounts',
	],
	['more VAT than was paid', { vatPence: 1500 }, 'paid 1500 pence of VAT in 1499'],
	['no payment intent', { paymentIntentId: null }, 'paid without a payment of its own'],
	[
		'an amount too large for the database',
		{ subtotalPence: 2 ** 31, totalPence: 2 ** 31 },
		'paid 2147483648 pence before discounts',
	],
	['nothing to pay', { paymentStatus: 'no_payment_required', paymentIntentId: null }, 'nothing was paid'],
])('a paid Checkout Session with %s', (_name, difference, reason) => {
	test('goes on hold for the owner, and delivers nothing', async () => {
		const { purchaseId, checkoutSession } = await paidCheckout(world)
		await tell({ ...checkoutSession, ...difference })
		expect(await stateOf(purchaseId)).toEqual({ status: 'held', held_reason: reason })
		expect(await enqueued()).toEqual([`send-payment-notice ${purchaseId}`])
		// Even a later event about the genuine Checkout Session does not move a purchase that is on hold.
		await tell(checkoutSession)
		expect(await stateOf(purchaseId)).toMatchObject({ status: 'held' })
	})
})

test('a promotion code lowers the amount paid, and the amount before the discount is compared with the price', async () => {
	const { purchaseId, checkoutSession } = await paidCheckout(world)
	await tell({ ...checkoutSession, discountPence: 750, totalPence: 749 })
	expect(await stateOf(purchaseId)).toMatchObject({ status: 'completed' })
	const [checkout] = await world.database.query(
		sql`select amount_paid_pence from shop.checkouts where purchase_id = ${purchaseId}`,
	)
	expect(checkout).toEqual({ amount_paid_pence: 749 })
})

test('the time of consent stays that of the first notification', async () => {
	const { purchaseId, checkoutSession } = await paidCheckout(world)
	const first = new Date('2026-11-21T10:00:00Z')
	for (const paidAt of [first, new Date('2026-11-28T10:00:00Z')])
		await world.database.asServer((tx) =>
			fulfil(tx, { checkoutSession, cause: 'event', paidAt, shop: world.shop }),
		)
	const [checkout] = await world.database.query(
		sql`select consent_at from shop.checkouts where purchase_id = ${purchaseId}`,
	)
	expect(checkout).toEqual({ consent_at: first })
})

test('VAT included in the price does not change the amount paid', async () => {
	const { purchaseId, checkoutSession } = await paidCheckout(world)
	await tell({ ...checkoutSession, vatPence: 250 })
	expect(await stateOf(purchaseId)).toMatchObject({ status: 'completed' })
})

test('a payment is compared with the price at the start of its checkout, even after a price change', async () => {
	const { purchaseId, checkoutSession } = await paidCheckout(world)
	await setPrice(world.database, '2', 1999)
	await tell(checkoutSession)
	await setPrice(world.database, '2', 1499)
	expect(await stateOf(purchaseId)).toMatchObject({ status: 'completed' })
})

test.each<[string, Partial<CheckoutSession>, string[]]>([
	['open', { status: 'open', paymentStatus: 'unpaid', paymentIntentId: null }, []],
	['complete, with the money still on its way,', { paymentStatus: 'unpaid' }, ['send-payment-notice']],
])(
	'an unpaid Checkout Session that is %s leaves its purchase pending, and may be paid later',
	async (_name, unpaid, jobs) => {
		const { purchaseId, checkoutSession } = await paidCheckout(world)
		await tell({ ...checkoutSession, ...unpaid })
		expect(await stateOf(purchaseId)).toMatchObject({ status: 'pending' })
		expect(await enqueued()).toEqual(jobs.map((job) => `${job} ${purchaseId}`))
		await tell(checkoutSession)
		expect(await stateOf(purchaseId)).toMatchObject({ status: 'completed' })
	},
)

test('an expired Checkout Session expires its purchase, but a late payment still delivers the guide', async () => {
	const { purchaseId, checkoutSession } = await paidCheckout(world)
	const expired: CheckoutSession = {
		...checkoutSession,
		status: 'expired',
		paymentStatus: 'unpaid',
		paymentIntentId: null,
	}
	await tell(expired)
	expect(await stateOf(purchaseId)).toMatchObject({ status: 'expired' })
	await tell(checkoutSession)
	await tell(expired)
	expect(await historyOf(purchaseId)).toEqual(['pending by client', 'expired by event', 'completed by event'])
	expect(await enqueued()).toEqual([`send-receipt ${purchaseId}`])
})

test('a second payment for an owned guide is a duplicate and is refunded', async () => {
	const first = await paidCheckout(world)
	await tell(first.checkoutSession)
	const second = await anotherPaidCheckout(world, first.userId)
	await tell(second.checkoutSession)
	expect(await stateOf(first.purchaseId)).toMatchObject({ status: 'completed' })
	expect(await stateOf(second.purchaseId)).toMatchObject({ status: 'duplicate' })
	expect(await enqueued()).toEqual([
		`send-receipt ${first.purchaseId}`,
		`refund-duplicate ${second.purchaseId}`,
	])
})

test('of two simultaneous payments for one guide, one delivers it and the other is refunded', async () => {
	const first = await paidCheckout(world)
	await tell({ ...first.checkoutSession, status: 'expired', paymentStatus: 'unpaid', paymentIntentId: null })
	const second = await anotherPaidCheckout(world, first.userId)
	await Promise.all([tell(first.checkoutSession), tell(second.checkoutSession)])
	const states = [await stateOf(first.purchaseId), await stateOf(second.purchaseId)]
	expect(states.map((row) => row?.status).sort()).toEqual(['completed', 'duplicate'])
	expect((await enqueued()).map((line) => line.split(' ')[0]).sort()).toEqual([
		'refund-duplicate',
		'send-receipt',
	])
})

test('a replaced Checkout Session that is paid after all gets exactly one purchase of its own', async () => {
	const { purchaseId, userId, checkoutSession } = await paidCheckout(world)
	const replaced = {
		...checkoutSession,
		id: `${checkoutSession.id}replaced`,
		paymentIntentId: `${checkoutSession.paymentIntentId}replaced`,
	}
	await Promise.all(Array.from({ length: 8 }, () => tell(replaced)))
	const rows = await world.database.query(
		sql`
		select id, status from public.purchases where user_id = ${userId} and stripe_session_id = ${replaced.id}`,
		z.object({ id: z.string(), status: z.string() }),
	)
	expect(rows).toMatchObject([{ status: 'completed' }])
	expect(await historyOf(rows[0]?.id ?? '')).toEqual(['expired by event', 'completed by event'])
	await tell(checkoutSession)
	expect(await stateOf(purchaseId)).toMatchObject({ status: 'duplicate' })
})

test('a purchase goes on hold if its payment has already settled another one', async () => {
	const [first, second] = [await paidCheckout(world), await paidCheckout(world)]
	const { paymentIntentId } = first.checkoutSession
	await tell(first.checkoutSession)
	await tell({ ...second.checkoutSession, paymentIntentId })
	expect(await stateOf(first.purchaseId)).toMatchObject({ status: 'completed' })
	expect(await stateOf(second.purchaseId)).toEqual({
		status: 'held',
		held_reason: `its payment ${paymentIntentId} is that of another purchase`,
	})
	const paid = await world.database.query(
		sql`select purchase_id as id from shop.checkouts where payment_intent_id = ${paymentIntentId}`,
	)
	expect(paid).toEqual([{ id: first.purchaseId }])
})

test('if the server died before storing a Checkout Session, the purchase is found by the id in it', async () => {
	const { purchaseId, checkoutSession } = await paidCheckout(world)
	await world.database.query(
		sql`update public.purchases set stripe_session_id = null where id = ${purchaseId}`,
	)
	await world.database.query(
		sql`update shop.checkouts set session_id = null where purchase_id = ${purchaseId}`,
	)
	await tell(checkoutSession)
	expect(await stateOf(purchaseId)).toMatchObject({ status: 'completed' })
})

test('a Checkout Session that is not ours changes nothing', async () => {
	const { checkoutSession } = await paidCheckout(world)
	const foreign = { ...checkoutSession, id: 'cs_test_foreign' }
	expect(await tell({ ...foreign, purchaseId: null })).toBeUndefined()
	expect(await tell({ ...foreign, purchaseId: '00000000-0000-4000-8000-000000000000' })).toBeUndefined()
	expect(await enqueued()).toEqual([])
})
