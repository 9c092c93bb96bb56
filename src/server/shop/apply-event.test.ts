import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import {
	anotherPaidCheckout,
	type PaidCheckout,
	paidCheckout,
	stripeCheckoutSession,
} from '#test/checkout.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

type EventKind = 'paid' | 'refunded' | 'partly refunded' | 'disputed' | 'dispute won' | 'dispute lost'

/** An event as Stripe sends it, with only the properties that the shop reads. */
function eventOf(kind: EventKind, checkout: PaidCheckout) {
	const { checkoutSession } = checkout
	const payment_intent = checkoutSession.paymentIntentId
	const dispute = { id: `du_${checkoutSession.id}`, payment_intent, created: 0, amount: 1499 }
	switch (kind) {
		case 'paid':
			return { type: 'checkout.session.completed', object: stripeCheckoutSession(checkout) }
		case 'refunded':
			return { type: 'charge.refunded', object: { payment_intent, refunded: true } }
		case 'partly refunded':
			return { type: 'charge.refunded', object: { payment_intent, refunded: false } }
		case 'disputed':
			return { type: 'charge.dispute.created', object: { ...dispute, status: 'needs_response' } }
		case 'dispute won':
			return { type: 'charge.dispute.closed', object: { ...dispute, status: 'won' } }
		case 'dispute lost':
			return { type: 'charge.dispute.closed', object: { ...dispute, status: 'lost' } }
	}
}

/**
 * Stores one event as the webhook does, and runs its job. The jobs that this job enqueues do not run, because they would call the
 * provider, and this test has no provider.
 */
async function receive(kind: EventKind, checkout: PaidCheckout, created = 0): Promise<void> {
	const { type, object } = eventOf(kind, checkout)
	const id = `evt_${randomUUID()}`
	await world.database.query(sql`
		insert into shop.payment_events (id, type, payload)
		values (${id}, ${type}, ${JSON.stringify({ id, type, created, data: { object } })})`)
	await world.runJob('handle-payment-event', { eventId: id })
}

async function statusOf({ purchaseId }: PaidCheckout): Promise<unknown> {
	const [row] = await world.database.query(sql`select status from public.purchases where id = ${purchaseId}`)
	return row?.status
}

async function unprocessed(): Promise<number> {
	return (await world.database.query(sql`select from shop.payment_events where processed_at is null`)).length
}

test.each<[readonly EventKind[], string]>([
	[['paid'], 'completed'],
	[['paid', 'refunded'], 'refunded'],
	[['paid', 'partly refunded'], 'completed'],
	[['paid', 'disputed'], 'disputed'],
	[['paid', 'disputed', 'dispute won'], 'completed'],
	[['paid', 'disputed', 'dispute lost'], 'refunded'],
])('the events %j lead to %s, in any order and with any number of repeats', async (story, end) => {
	await fc.assert(
		fc.asyncProperty(
			fc.shuffledSubarray([...story], { minLength: story.length }),
			fc.array(fc.constantFrom(...story), { maxLength: 2 }),
			async (order, again) => {
				const checkout = await paidCheckout(world)
				for (const kind of [...order, ...again]) await receive(kind, checkout)
				expect(await statusOf(checkout)).toBe(end)
				expect(await unprocessed()).toBe(0)
			},
		),
		{ numRuns: 12 },
	)
})

test('an event about an unknown payment is kept for later and changes nothing', async () => {
	const checkout = await paidCheckout(world)
	const foreign = {
		...checkout,
		checkoutSession: { ...checkout.checkoutSession, paymentIntentId: 'pi_foreign' },
	}
	await receive('refunded', foreign)
	await receive('paid', checkout)
	expect(await statusOf(checkout)).toBe('completed')
	expect(await unprocessed()).toBe(1)
})

test('if a dispute is won after the guide was bought again, the first purchase goes on hold', async () => {
	const first = await paidCheckout(world)
	await receive('paid', first)
	await receive('disputed', first)
	const second = await anotherPaidCheckout(world, first.userId)
	await receive('paid', second)
	expect([await statusOf(first), await statusOf(second)]).toEqual(['disputed', 'completed'])
	await receive('dispute won', first)
	expect([await statusOf(first), await statusOf(second)]).toEqual(['held', 'completed'])
})

test('an outdated dispute event never takes the guide away, even briefly', async () => {
	const checkout = await paidCheckout(world)
	await receive('paid', checkout)
	await receive('dispute won', checkout, 20)
	await receive('disputed', checkout, 10)
	await receive('dispute lost', checkout, 19)
	const history = await world.database.query(sql`
		select to_status from shop.purchase_history where purchase_id = ${checkout.purchaseId} order by id`)
	expect(history.map(({ to_status }) => to_status)).toEqual(['pending', 'completed'])
	await receive('dispute lost', checkout, 21)
	expect(await statusOf(checkout)).toBe('refunded')
})

test('a dispute over an amount too large for the integer column still takes the guide away', async () => {
	const checkout = await paidCheckout(world)
	await receive('paid', checkout)
	const { type, object } = eventOf('disputed', checkout)
	const event = {
		id: `evt_${randomUUID()}`,
		type,
		created: 0,
		data: { object: { ...object, amount: 2 ** 31 } },
	}
	await world.database.query(sql`
		insert into shop.payment_events (id, type, payload) values (${event.id}, ${type}, ${JSON.stringify(event)})`)
	await world.runJob('handle-payment-event', { eventId: event.id })
	expect(await statusOf(checkout)).toBe('disputed')
})

test('a payment that was refunded before its event arrives never delivers the guide, even briefly', async () => {
	const checkout = await paidCheckout(world)
	await receive('refunded', checkout)
	const { type, object } = eventOf('paid', checkout)
	const id = `evt_${randomUUID()}`
	await world.database.query(sql`
		insert into shop.payment_events (id, type, payload)
		values (${id}, ${type}, ${JSON.stringify({ id, type, created: 0, data: { object } })})`)
	// Runs only this handler and none of the jobs it enqueues: the buyer could see whatever the handler commits, until a job
	// corrects it.
	await world.runJob('handle-payment-event', { eventId: id })
	expect(await statusOf(checkout)).toBe('refunded')
})
