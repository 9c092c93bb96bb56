import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestSandbox, guideParams, type TestSandbox } from '#sandbox/testing/test-sandbox.ts'

let sandbox: TestSandbox
beforeEach(async () => {
	sandbox = await createTestSandbox()
})
afterEach(() => sandbox.stop())

async function buy(card: string): Promise<{ checkoutSessionId: string; intent: string }> {
	const checkoutSession = await sandbox.stripe.checkout.sessions.create(guideParams())
	const paid = await sandbox.pay(checkoutSession.id, { card })
	return { checkoutSessionId: checkoutSession.id, intent: String(paid.payment_intent) }
}

function received(type: Stripe.Event['type']): unknown {
	return sandbox.shop.received.find(({ event }) => event?.type === type)?.event?.data.object
}

test('each event of a payment contains the object as it was at that moment', async () => {
	const { checkoutSessionId, intent } = await buy('success')
	await sandbox.shop.untilReceived('checkout.session.completed')
	await sandbox.shop.untilReceived('charge.succeeded')
	await sandbox.shop.untilReceived('payment_intent.succeeded')
	expect(received('checkout.session.completed')).toMatchObject({
		id: checkoutSessionId,
		status: 'complete',
		payment_status: 'paid',
		payment_intent: intent,
		amount_subtotal: 1499,
	})
	expect(received('charge.succeeded')).toMatchObject({
		payment_intent: intent,
		amount: 1499,
		paid: true,
		refunded: false,
	})
	const { data } = await sandbox.stripe.events.list({ type: 'checkout.session.completed' })
	expect(data[0]).toMatchObject({
		type: 'checkout.session.completed',
		data: { object: { id: checkoutSessionId } },
	})
	expect(await sandbox.stripe.events.retrieve(data[0]?.id ?? '')).toMatchObject({ id: data[0]?.id })
})

test('a Checkout Session with a bank debit is complete but unpaid until the bank has answered', async () => {
	await sandbox.switches({ settleAfterSeconds: 3600 })
	const { checkoutSessionId } = await buy('bank')
	await sandbox.shop.untilReceived('checkout.session.completed')
	expect(received('checkout.session.completed')).toMatchObject({
		status: 'complete',
		payment_status: 'unpaid',
	})
	expect(
		await sandbox.stripe.checkout.sessions.retrieve(checkoutSessionId, { expand: ['payment_intent'] }),
	).toMatchObject({ payment_status: 'unpaid', payment_intent: { status: 'processing' } })
	sandbox.advance(3601)
	await sandbox.shop.untilReceived('checkout.session.async_payment_succeeded')
	expect(received('checkout.session.async_payment_succeeded')).toMatchObject({
		id: checkoutSessionId,
		payment_status: 'paid',
	})
	expect(await sandbox.stripe.checkout.sessions.retrieve(checkoutSessionId)).toMatchObject({
		payment_status: 'paid',
	})
})

test('a Checkout Session whose bank debit fails stays unpaid and gives the reason', async () => {
	await sandbox.switches({ settleAfterSeconds: 0 })
	const { checkoutSessionId, intent } = await buy('bank_fails')
	await sandbox.shop.untilReceived('checkout.session.async_payment_failed')
	expect(await sandbox.stripe.checkout.sessions.retrieve(checkoutSessionId)).toMatchObject({
		status: 'complete',
		payment_status: 'unpaid',
	})
	expect(await sandbox.stripe.paymentIntents.retrieve(intent)).toMatchObject({
		last_payment_error: { code: 'debit_not_authorized' },
	})
	await expect(sandbox.stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
		statusCode: 400,
	})
})

test('a bank debit that was pending before a restart is settled after it', async () => {
	await sandbox.switches({ settleAfterSeconds: 3600 })
	await buy('bank')
	await sandbox.restart()
	sandbox.advance(3601)
	await sandbox.shop.untilReceived('checkout.session.async_payment_succeeded')
	expect(
		sandbox.shop.types().filter((type) => type === 'checkout.session.async_payment_succeeded'),
	).toHaveLength(1)
})

test('an open Checkout Session expires when its time is up', async () => {
	const checkoutSession = await sandbox.stripe.checkout.sessions.create(guideParams())
	sandbox.advance(86_401)
	await sandbox.shop.untilReceived('checkout.session.expired')
	expect(await sandbox.stripe.checkout.sessions.retrieve(checkoutSession.id)).toMatchObject({
		status: 'expired',
		url: null,
	})
})

test('after a partial refund, at most the rest can be refunded', async () => {
	const { intent } = await buy('success')
	const part = await sandbox.stripe.refunds.create({
		payment_intent: intent,
		amount: 500,
		reason: 'requested_by_customer',
	})
	expect(part).toMatchObject({
		amount: 500,
		currency: 'gbp',
		status: 'succeeded',
		payment_intent: intent,
		reason: 'requested_by_customer',
	})
	await expect(
		sandbox.stripe.refunds.create({ payment_intent: intent, amount: 1_000 }),
	).rejects.toMatchObject({ param: 'amount', message: expect.stringContaining('£9.99') })
	const charge = String(part.charge)
	expect(await sandbox.stripe.charges.retrieve(charge)).toMatchObject({
		amount_refunded: 500,
		refunded: false,
	})
	const rest = await sandbox.stripe.refunds.create({ charge })
	expect(rest.amount).toBe(999)
	expect(await sandbox.stripe.charges.retrieve(charge, { expand: ['refunds'] })).toMatchObject({
		amount_refunded: 1499,
		refunded: true,
		refunds: { data: [{ id: rest.id }, { id: part.id }] },
	})
	await expect(sandbox.stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
		code: 'charge_already_refunded',
	})
	expect(await sandbox.stripe.refunds.retrieve(part.id)).toMatchObject({ id: part.id, amount: 500 })
	expect((await sandbox.stripe.refunds.list({ payment_intent: intent })).data.map(({ id }) => id)).toEqual([
		rest.id,
		part.id,
	])
	await sandbox.shop.untilReceived('charge.refunded', 2)
	await sandbox.shop.untilReceived('refund.created', 2)
	await sandbox.shop.untilReceived('refund.updated', 2)
})

test('a refund that fails later restores the charge and sends events', async () => {
	await sandbox.switches({ refundAfterSeconds: 60 })
	const { intent } = await buy('refund_fails')
	const refund = await sandbox.stripe.refunds.create({ payment_intent: intent })
	expect(refund.status).toBe('succeeded')
	const charge = String(refund.charge)
	expect(await sandbox.stripe.charges.retrieve(charge)).toMatchObject({ refunded: true })
	sandbox.advance(61)
	for (const type of ['refund.failed', 'refund.updated', 'charge.refund.updated'] as const)
		await sandbox.shop.untilReceived(type)
	expect(received('refund.failed')).toMatchObject({
		id: refund.id,
		status: 'failed',
		failure_reason: 'expired_or_canceled_card',
	})
	expect(await sandbox.stripe.charges.retrieve(charge)).toMatchObject({ refunded: false, amount_refunded: 0 })
	const books = await sandbox.stripe.balanceTransactions.list({ source: refund.id })
	expect(books.data.map(({ type, amount }) => [type, amount])).toEqual([
		['refund_failure', 1499],
		['refund', -1499],
	])
})

test('a delayed refund is first pending, and any refund can be made to fail on the page', async () => {
	await sandbox.switches({ refundAfterSeconds: 60 })
	const { intent } = await buy('refund_pending')
	const refund = await sandbox.stripe.refunds.create({ payment_intent: intent })
	expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing' })
	sandbox.advance(61)
	await expect.poll(async () => (await sandbox.stripe.refunds.retrieve(refund.id)).status).toBe('succeeded')
	const other = await sandbox.stripe.refunds.create({
		payment_intent: (await buy('success')).intent,
		amount: 500,
	})
	expect((await sandbox.send('POST', `/stripe/refunds/${other.id}/fail`, {})).status).toBe(200)
	expect((await sandbox.send('POST', `/stripe/refunds/${other.id}/fail`, {})).status).toBe(409)
	expect(await sandbox.stripe.refunds.retrieve(other.id)).toMatchObject({ status: 'failed' })
})

test('the balance shows a charge with its fee, and a won dispute as money out and back in', async () => {
	const { intent } = await buy('dispute')
	const [dispute] = (await sandbox.stripe.disputes.list({ payment_intent: intent })).data
	await sandbox.send('POST', `/stripe/disputes/${dispute?.id}/close`, { status: 'won' })
	const { data } = await sandbox.stripe.charges.list({
		payment_intent: intent,
		expand: ['data.balance_transaction'],
	})
	expect(data[0]?.balance_transaction).toMatchObject({ type: 'charge', amount: 1499, fee: 42, net: 1457 })
	const closed = await sandbox.stripe.disputes.retrieve(dispute?.id ?? '')
	expect(closed.balance_transactions.map(({ net }) => net)).toEqual([-3499, 1499])
	// The bank has returned the money to the shop, which can now refund it.
	expect(closed.is_charge_refundable).toBe(true)
	await expect(sandbox.stripe.refunds.create({ payment_intent: intent })).resolves.toMatchObject({
		status: 'succeeded',
	})
	await sandbox.shop.untilReceived('charge.dispute.funds_withdrawn')
	await sandbox.shop.untilReceived('charge.dispute.funds_reinstated')
})

test('an inquiry takes no money, and its payment can be refunded', async () => {
	const { intent } = await buy('inquiry')
	const { data } = await sandbox.stripe.disputes.list({ payment_intent: intent })
	expect(data).toMatchObject([{ status: 'warning_needs_response', balance_transactions: [] }])
	await expect(sandbox.stripe.refunds.create({ payment_intent: intent })).resolves.toMatchObject({
		status: 'succeeded',
	})
	expect(await sandbox.stripe.disputes.close(data[0]?.id ?? '')).toMatchObject({ status: 'warning_closed' })
})

test('a refund with an idempotency key is made once', async () => {
	const { intent } = await buy('success')
	const refund = () =>
		sandbox.stripe.refunds.create({ payment_intent: intent, amount: 500 }, { idempotencyKey: 'refund-1' })
	const [first, second] = [await refund(), await refund()]
	expect(second.id).toBe(first.id)
	expect(await sandbox.stripe.charges.retrieve(String(first.charge))).toMatchObject({ amount_refunded: 500 })
})

test('a failed payment cannot be refunded', async () => {
	const { intent } = await buy('declined')
	await expect(sandbox.stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
		statusCode: 400,
		code: 'payment_intent_unexpected_state',
	})
	await expect(sandbox.stripe.refunds.create({ payment_intent: 'pi_none' })).rejects.toMatchObject({
		statusCode: 404,
	})
	await expect(sandbox.stripe.refunds.create({})).rejects.toMatchObject({ code: 'parameter_missing' })
})

test('a payment with the dispute card is taken back by the bank, and cannot be refunded as well', async () => {
	const { checkoutSessionId, intent } = await buy('dispute')
	await sandbox.shop.untilReceived('checkout.session.completed')
	await sandbox.shop.untilReceived('charge.dispute.created')
	expect(await sandbox.stripe.checkout.sessions.retrieve(checkoutSessionId)).toMatchObject({
		payment_status: 'paid',
	})
	const { data } = await sandbox.stripe.disputes.list({ payment_intent: intent })
	expect(data).toMatchObject([{ status: 'needs_response', amount: 1499, payment_intent: intent }])
	await expect(sandbox.stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
		code: 'charge_disputed',
	})
	expect(await sandbox.stripe.disputes.close(data[0]?.id ?? '')).toMatchObject({ status: 'lost' })
	await sandbox.shop.untilReceived('charge.dispute.closed')
	await expect(sandbox.stripe.disputes.close(data[0]?.id ?? '')).rejects.toMatchObject({ statusCode: 400 })
	await expect(sandbox.stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
		code: 'charge_disputed',
	})
})
