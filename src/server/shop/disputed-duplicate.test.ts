import { beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { fulfil } from '#server/shop/fulfil.ts'
import { anotherPaidCheckout, type PaidCheckout } from '#test/checkout.ts'
import { atTheProvider, audit, pauseEvents, sell } from '#test/money-ledger.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ sandbox: true })
beforeAll(async () => {
	await pauseEvents(world)
})

/** Makes a second payment that exists at the provider, unlike the payments that other tests invent. */
async function secondPayment(userId: string): Promise<PaidCheckout & { checkoutSessionId: string }> {
	const checkout = await anotherPaidCheckout(world, userId)
	const { purchaseId } = checkout
	await world.database.query(
		sql`update public.purchases set stripe_session_id = null where id = ${purchaseId}`,
	)
	const checkoutSession = await world.payments.openCheckout({
		purchaseId,
		attempt: 1,
		userId,
		catalogueId: '2',
		codeField: 'as set',
		linkCode: null,
		productName: 'CV Secrets',
		shortName: 'CV Secrets',
		lines: [
			{
				catalogueId: '2',
				providerProductId: 'prod_cv_secrets',
				productName: 'CV Secrets',
				description: 'A guide',
				picturePath: '/product-pictures/cv-secrets.jpg',
				taxCode: 'txcd_10503000',
				pricePence: 1499,
			},
		],
		currency: 'GBP',
		customerEmail: 'a@student.test',
		consentWording: 'I want my guide at once.',
		soldIn: 'uk' as const,
		soldBy: 'shop' as const,
		expiresAt: new Date(Date.now() + 3_600_000),
	})
	await world.database.query(
		sql`update shop.checkouts set session_id = null where purchase_id = ${purchaseId}`,
	)
	const paid = await fetch(`${world.sandboxUrl}/stripe/pay/${checkoutSession.id}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ card: '4242424242424242' }),
	})
	expect(paid.status).toBe(200)
	return { ...checkout, checkoutSessionId: checkoutSession.id }
}

async function tell(checkoutSessionId: string): Promise<void> {
	const checkoutSession = await world.payments.getCheckout(checkoutSessionId)
	if (checkoutSession === undefined) throw new Error('no Checkout Session')
	const { shop } = world
	await world.database.asServer((tx) =>
		fulfil(tx, { checkoutSession, cause: 'event', paidAt: new Date(), shop }),
	)
}

test('a disputed second payment is refunded only once the dispute is won', async () => {
	const first = await sell(world)
	const second = await secondPayment(first.userId)
	await atTheProvider(world, `checkout-sessions/${second.checkoutSessionId}/dispute`)
	await tell(second.checkoutSessionId)
	await world.runJobs()
	const jobs = await world.database.query(sql`select task_identifier, last_error from graphile_worker.jobs`)
	expect(jobs).toEqual([])
	expect(await audit(world)).toEqual([])

	const checkoutSession = await world.payments.getCheckout(second.checkoutSessionId)
	for await (const dispute of world.payments.listDisputes(new Date(0)))
		if (dispute.paymentIntentId === checkoutSession?.paymentIntentId) {
			await atTheProvider(world, `disputes/${dispute.id}/close`, { status: 'won' })
			const object = {
				id: dispute.id,
				payment_intent: checkoutSession?.paymentIntentId,
				created: 0,
				amount: 1499,
				status: 'won',
			}
			const payload = {
				id: 'evt_won',
				type: 'charge.dispute.closed',
				created: Math.floor(Date.now() / 1000),
				data: { object },
			}
			await world.database.query(sql`
				insert into shop.payment_events (id, type, payload)
				values ('evt_won', ${payload.type}, ${JSON.stringify(payload)})`)
		}
	await world.runJob('handle-payment-event', { eventId: 'evt_won' })
	const asked = await world.database.query(sql`select task_identifier from graphile_worker.jobs order by 1`)
	expect(asked).toEqual([{ task_identifier: 'refund-duplicate' }, { task_identifier: 'settle-payment' }])
	await world.runJobs()
	expect(await audit(world)).toEqual([])
	expect(await world.payments.getPayment(checkoutSession?.paymentIntentId ?? '')).toMatchObject({
		refundedPence: 1499,
	})
})
