import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { type PaidCheckout, paidCheckout, stripeCheckoutSession } from '#test/checkout.ts'
import { useWorld } from '#test/world.ts'

// Other products may be sold on the same Stripe account. Their events reach this shop too, and must be ignored.
const world = await useWorld()

async function tell(type: string, object: object, receivedDaysAgo = 0): Promise<string> {
	const id = `evt_${randomUUID()}`
	await world.database.query(sql`
		insert into shop.payment_events (id, type, payload, received_at)
		values (${id}, ${type}, ${JSON.stringify({ id, type, created: 0, data: { object } })},
			now() - make_interval(days => ${receivedDaysAgo}))`)
	await world.runJob('handle-payment-event', { eventId: id })
	return id
}

async function outcomeOf(eventId: string) {
	const [row] = await world.database.query(
		sql`select outcome, processed_at is not null as done from shop.payment_events where id = ${eventId}`,
	)
	return row
}

test('an event about a purchase of this shop is applied', async () => {
	const checkout = await paidCheckout(world)
	const event = await tell('checkout.session.completed', stripeCheckoutSession(checkout))
	expect(await outcomeOf(event)).toEqual({ outcome: 'applied', done: true })
})

test.each<[string, string, (own: PaidCheckout) => object]>([
	[
		'a Checkout Session that another application opened',
		'checkout.session.completed',
		(own) => stripeCheckoutSession(own, { id: 'cs_theirs', client_reference_id: 'order-77', metadata: {} }),
	],
	[
		'a Checkout Session with the id of a purchase that never existed',
		'checkout.session.completed',
		(own) => stripeCheckoutSession(own, { id: `cs_${randomUUID()}`, client_reference_id: randomUUID() }),
	],
	[
		'a failed payment that another application requested',
		'checkout.session.async_payment_failed',
		(own) => stripeCheckoutSession(own, { id: 'cs_theirs' }),
	],
	[
		'a subscription',
		'checkout.session.completed',
		(own) => stripeCheckoutSession(own, { mode: 'subscription' }),
	],
	['something that the shop does not know', 'invoice.paid', () => ({ id: 'in_1' })],
	[
		'something that the shop does not know, with a type in Stripe’s newer form',
		'v1.billing.meter.error_report_triggered',
		() => ({}),
	],
])('an event about %s is ignored and counted, and creates no purchase', async (_name, type, object) => {
	const count = async () => (await world.database.query(sql`select from public.purchases`)).length
	const own = await paidCheckout(world)
	const before = await count()
	expect(await outcomeOf(await tell(type, object(own)))).toEqual({ outcome: 'ignored', done: true })
	expect(await count()).toBe(before)
	const [purchase] = await world.database.query(
		sql`select status from public.purchases where id = ${own.purchaseId}`,
	)
	expect(purchase).toEqual({ status: 'pending' })
})

test('a refund of an unknown payment waits for the payment, and is ignored after a month', async () => {
	const object = { payment_intent: 'pi_theirs', refunded: true }
	const [fresh, old] = [await tell('charge.refunded', object), await tell('charge.refunded', object, 31)]
	await world.runJob('reconcile-purchases', {})
	expect(await outcomeOf(fresh)).toEqual({ outcome: null, done: false })
	expect(await outcomeOf(old)).toEqual({ outcome: 'ignored', done: true })
})
