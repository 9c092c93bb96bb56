import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { stripeCheckoutSession } from '#test/checkout.ts'
import { forget, pauseEvents, type Sale, sell, tamper } from '#test/money-ledger.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ sandbox: true })
beforeAll(async () => {
	await pauseEvents(world)
})
beforeEach(async () => await tamper(world, 'delete from graphile_worker._private_jobs'))

async function tell(sale: Sale, difference: object = {}): Promise<void> {
	const id = `evt_${randomUUID()}`
	const checkoutSession = { id: sale.checkoutSessionId, paymentIntentId: sale.paymentIntentId }
	const object = stripeCheckoutSession({ ...sale, checkoutSession }, difference)
	const event = { id, type: 'checkout.session.completed', created: 0, data: { object } }
	await world.database.query(sql`
		insert into shop.payment_events (id, type, payload) values (${id}, ${event.type}, ${JSON.stringify(event)})`)
	await world.runJob('handle-payment-event', { eventId: id })
}

const comparisons = async () =>
	(
		await world.database.query(
			sql`select from graphile_worker.jobs where task_identifier = 'compare-with-provider'`,
		)
	).length

const statusesOf = ({ userId }: Sale) =>
	world.database.query(sql`select id, status from public.purchases where user_id = ${userId}`)

test('an event about a paid Checkout Session restores a missing purchase, even if handled weeks later', async () => {
	const sale = await sell(world)
	await forget(world, sale.purchaseId)
	await tell(sale)
	await tell(sale)
	expect(await comparisons()).toBe(1)
	const daysLater = 20 * 86_400
	world.clock.advance(daysLater)
	await world.runJobs().finally(() => world.clock.advance(-daysLater))
	expect(await statusesOf(sale)).toEqual([{ id: sale.purchaseId, status: 'completed' }])
})

test.each<[string, object]>([
	['that was not paid', { status: 'expired', payment_status: 'unpaid', payment_intent: null }],
	['whose money is still on its way', { payment_status: 'unpaid' }],
	['that another application opened', { client_reference_id: 'order-77' }],
])('an event about a Checkout Session %s starts no comparison', async (_name, difference) => {
	const sale = await sell(world)
	await forget(world, sale.purchaseId)
	await tell(sale, difference)
	expect(await comparisons()).toBe(0)
	expect(await statusesOf(sale)).toEqual([])
})

test('an event about a known purchase starts no comparison', async () => {
	const sale = await sell(world)
	await tell(sale)
	expect(await comparisons()).toBe(0)
})
