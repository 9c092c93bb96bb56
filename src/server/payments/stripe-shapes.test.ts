import { expect, test } from 'vitest'
import { readStripeEvent, sessionSchema } from '#server/payments/stripe-shapes.ts'

const purchaseId = '11111111-1111-4111-8111-111111111111'
const userId = '22222222-2222-4222-8222-222222222222'
const session = {
	id: 'cs_test_1',
	object: 'checkout.session',
	url: 'https://checkout.stripe.com/c/pay/cs_test_1',
	status: 'open',
	payment_status: 'unpaid',
	created: 1_893_495_600,
	expires_at: 1_893_499_200,
	client_reference_id: purchaseId,
	metadata: { user_id: userId, catalogue_id: '2' },
	currency: 'gbp',
	amount_subtotal: 1499,
	amount_total: 749,
	total_details: { amount_discount: 750, amount_shipping: 0, amount_tax: 125 },
	consent: { terms_of_service: 'accepted' },
	payment_intent: null,
}

function event(type: string, object: object) {
	return { id: 'evt_1', type, created: 1_893_499_200, data: { object } }
}

test('a session is read in the shop’s own words: pence, a date, an upper-case currency', () => {
	expect(sessionSchema.parse(session)).toEqual({
		id: 'cs_test_1',
		url: 'https://checkout.stripe.com/c/pay/cs_test_1',
		status: 'open',
		paymentStatus: 'unpaid',
		createdAt: new Date('2030-01-01T11:00:00Z'),
		expiresAt: new Date('2030-01-01T12:00:00Z'),
		purchaseId,
		userId,
		catalogueId: '2',
		currency: 'GBP',
		subtotalPence: 1499,
		discountPence: 750,
		totalPence: 749,
		vatPence: 125,
		hasConsented: true,
		paymentIntentId: null,
	})
})

test('a payment intent is read by its id, sent as a reference or as the whole object', () => {
	expect(sessionSchema.parse({ ...session, payment_intent: 'pi_1' }).paymentIntentId).toBe('pi_1')
	expect(sessionSchema.parse({ ...session, payment_intent: { id: 'pi_1', amount: 5 } }).paymentIntentId).toBe(
		'pi_1',
	)
})

test('a session somebody else opened names no purchase and nobody of ours', () => {
	const foreign = { ...session, client_reference_id: "x' or 1=1", metadata: null }
	expect(sessionSchema.parse(foreign)).toMatchObject({ purchaseId: null, userId: null, catalogueId: null })
})

test.each([
	['an amount in pounds', { amount_subtotal: 14.99 }],
	['an amount as text', { amount_subtotal: '1499' }],
	['an unknown payment status', { payment_status: 'probably' }],
	['no currency', { currency: undefined }],
])('%s is no session', (_name, change) => {
	expect(sessionSchema.safeParse({ ...session, ...change }).success).toBe(false)
})

test.each([
	['checkout.session.completed', session, { kind: 'checkout' }],
	['checkout.session.async_payment_succeeded', session, { kind: 'checkout' }],
	['checkout.session.expired', { ...session, status: 'expired', url: null }, { kind: 'checkout' }],
	['checkout.session.async_payment_failed', session, { kind: 'payment failed' }],
	['charge.refunded', { payment_intent: 'pi_1', refunded: true }, { kind: 'refunded', whole: true }],
	['charge.refunded', { payment_intent: 'pi_1', refunded: false }, { kind: 'refunded', whole: false }],
	['charge.refunded', { payment_intent: null, refunded: true }, { kind: 'other' }],
	[
		'refund.failed',
		{ id: 're_1', payment_intent: 'pi_1', created: 0, amount: 1499, status: 'failed' },
		{ kind: 'refund failed', paymentIntentId: 'pi_1' },
	],
	[
		'charge.dispute.created',
		{ id: 'du_1', payment_intent: 'pi_1', created: 0, status: 'needs_response' },
		{ kind: 'dispute opened', paymentIntentId: 'pi_1', disputeId: 'du_1' },
	],
	['charge.dispute.closed', { id: 'du_1', payment_intent: 'pi_1', created: 0, status: 'won' }, { won: true }],
	[
		'charge.dispute.closed',
		{ id: 'du_1', payment_intent: 'pi_1', created: 0, status: 'warning_closed' },
		{ won: true },
	],
	[
		'charge.dispute.closed',
		{ id: 'du_1', payment_intent: 'pi_1', created: 0, status: 'lost' },
		{ won: false },
	],
	['customer.created', {}, { kind: 'other' }],
])('%s is read as what the shop acts on (%#)', (type, object, expected) => {
	expect(readStripeEvent(event(type, object))).toMatchObject({ id: 'evt_1', type, ...expected })
})

test('a known kind of event with an unknown shape is not passed over in silence', () => {
	expect(() => readStripeEvent(event('charge.refunded', { payment_intent: 'pi_1' }))).toThrow()
	expect(() => readStripeEvent(event('checkout.session.completed', { id: 'cs_1' }))).toThrow()
})

test('a session of another mode on the same account is none of ours', () => {
	const saved = { id: 'cs_1', mode: 'setup', status: 'complete', amount_subtotal: null }
	expect(readStripeEvent(event('checkout.session.completed', saved)).kind).toBe('other')
	const paid = { ...session, mode: 'payment' }
	expect(readStripeEvent(event('checkout.session.completed', paid)).kind).toBe('checkout')
})

test('a bank that only asks about a payment takes nothing away, a dispute does', () => {
	const inquiry = { id: 'dp_1', payment_intent: 'pi_1', created: 0, status: 'warning_needs_response' }
	expect(readStripeEvent(event('charge.dispute.created', inquiry)).kind).toBe('other')
	const dispute = { ...inquiry, status: 'needs_response' }
	expect(readStripeEvent(event('charge.dispute.created', dispute)).kind).toBe('dispute opened')
})
