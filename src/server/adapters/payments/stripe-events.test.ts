import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import {
	neededEvents,
	readStripeEvent,
	withoutPersonalData,
} from '#server/adapters/payments/stripe-events.ts'

const checkoutSession = {
	id: 'cs_test_1',
	url: 'https://checkout.stripe.com/c/pay/cs_test_1',
	status: 'open',
	payment_status: 'unpaid',
	created: 1_893_495_600,
	expires_at: 1_893_499_200,
	currency: 'gbp',
	amount_subtotal: 1499,
	amount_total: 1499,
	payment_intent: null,
}

function disputeIn(status: string, ...moved: number[]) {
	const balance_transactions = moved.map((amount) => ({ amount }))
	return { id: 'du_1', payment_intent: 'pi_1', created: 0, amount: 1499, status, balance_transactions }
}

function event(type: string, object: object) {
	return { id: 'evt_1', type, created: 1_893_499_200, data: { object } }
}

test.each([
	['checkout.session.completed', checkoutSession, { kind: 'checkout' }],
	['checkout.session.async_payment_succeeded', checkoutSession, { kind: 'checkout' }],
	['checkout.session.expired', { ...checkoutSession, status: 'expired', url: null }, { kind: 'checkout' }],
	['checkout.session.async_payment_failed', checkoutSession, { kind: 'payment failed' }],
	['charge.refunded', { payment_intent: 'pi_1', refunded: true }, { kind: 'refunded', whole: true }],
	['charge.refunded', { payment_intent: 'pi_1', refunded: false }, { kind: 'refunded', whole: false }],
	['charge.refunded', { payment_intent: null, refunded: true }, { kind: 'other' }],
	[
		'refund.failed',
		{ id: 're_1', payment_intent: 'pi_1', created: 0, amount: 1499, status: 'failed' },
		{ kind: 'refund changed', paymentIntentId: 'pi_1' },
	],
	[
		'refund.updated',
		{ id: 're_1', payment_intent: 'pi_1', created: 0, amount: 1499, status: 'canceled' },
		{ kind: 'refund changed', paymentIntentId: 'pi_1' },
	],
	['charge.dispute.created', disputeIn('needs_response'), { kind: 'dispute', dispute: { state: 'open' } }],
	['charge.dispute.updated', disputeIn('under_review'), { kind: 'dispute', dispute: { state: 'open' } }],
	['charge.dispute.funds_withdrawn', disputeIn('prevented', -1499), { dispute: { state: 'lost' } }],
	['charge.dispute.funds_reinstated', disputeIn('won', -1499, 1499), { dispute: { state: 'won' } }],
	['charge.dispute.closed', { ...disputeIn('won'), payment_intent: null }, { kind: 'other' }],
	['customer.created', {}, { kind: 'other' }],
])('%s is translated into the shop’s terms (%#)', (type, object, expected) => {
	expect(readStripeEvent(event(type, object))).toMatchObject({ id: 'evt_1', type, ...expected })
})

test('an event of a known kind with an unknown shape is an error', () => {
	expect(() => readStripeEvent(event('charge.refunded', { payment_intent: 'pi_1' }))).toThrow()
	const ours = { id: 'cs_1', metadata: { purchase_id: 'p1' } }
	expect(() => readStripeEvent(event('checkout.session.completed', ours))).toThrow()
	expect(() => readStripeEvent(event('checkout.session.async_payment_failed', ours))).toThrow()
})

test('a Checkout Session on the same account that is not for a payment is ignored', () => {
	const saved = { id: 'cs_1', mode: 'setup', status: 'complete', amount_subtotal: null }
	expect(readStripeEvent(event('checkout.session.completed', saved)).kind).toBe('other')
	const paid = { ...checkoutSession, mode: 'payment' }
	expect(readStripeEvent(event('checkout.session.completed', paid)).kind).toBe('checkout')
})

test.each([
	['another currency’s amount that is missing', { amount_total: null }],
	['a value that Stripe has added', { status: 'processing', payment_status: 'partially_paid' }],
	['no currency', { currency: null }],
	['the metadata of another application', { amount_subtotal: null, metadata: { order: '7' } }],
])('a Checkout Session of another application with %s is accepted', (_what, change) => {
	for (const type of [
		'checkout.session.completed',
		'checkout.session.async_payment_succeeded',
		'checkout.session.async_payment_failed',
		'checkout.session.expired',
	])
		expect(() => readStripeEvent(event(type, { ...checkoutSession, ...change }))).not.toThrow()
})

test('docs/operating.md names exactly the events that the shop acts on', async () => {
	const page = await readFile(new URL('../../../../docs/operating.md', import.meta.url), 'utf8')
	const named = [...page.matchAll(/`((?:checkout\.session|charge|refund|radar)\.[a-z_.]+)`/g)].map(
		([, name]) => name,
	)
	expect(named.toSorted()).toEqual([...neededEvents].toSorted())
	expect(named).toHaveLength(14)
})

test('personal data of the payer is removed at any depth, and everything else stays', () => {
	const event = {
		id: 'evt_1',
		data: {
			object: {
				amount_total: 1499,
				customer_email: 'amara@student.test',
				customer_details: { email: 'amara@student.test', name: 'Amara' },
				charges: [{ billing_details: { name: 'Amara' }, refunded: false, invoice: null }],
				metadata: { purchase_id: 'p1' },
			},
		},
	}
	expect(withoutPersonalData(event)).toEqual({
		id: 'evt_1',
		data: {
			object: {
				amount_total: 1499,
				charges: [{ refunded: false, invoice: null }],
				metadata: { purchase_id: 'p1' },
			},
		},
	})
})

test.each([
	'billing_details',
	'collected_information',
	'customer_details',
	'customer_email',
	'customer_email_address',
	'customer_name',
	'customer_purchase_ip',
	'evidence',
	'payment_method_details',
	'receipt_email',
	'receipt_url',
	'shipping',
	'shipping_details',
])('%s is not stored', (name) => {
	expect(withoutPersonalData({ id: 'ch_1', [name]: 'amara@student.test' })).toEqual({ id: 'ch_1' })
})
