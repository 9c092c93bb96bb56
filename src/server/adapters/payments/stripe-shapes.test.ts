import { expect, test } from 'vitest'
import { readDispute } from '#server/adapters/payments/stripe-disputes.ts'
import { checkoutSessionSchema, readCharge, readRefund } from '#server/adapters/payments/stripe-shapes.ts'

const purchaseId = '11111111-1111-4111-8111-111111111111'
const userId = '22222222-2222-4222-8222-222222222222'
const checkoutSession = {
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
	discounts: [{ coupon: null, promotion_code: 'promo_1' }],
	total_details: { amount_discount: 750, amount_shipping: 0, amount_tax: 125 },
	consent: { terms_of_service: 'accepted' },
	payment_intent: null,
}

test('a Checkout Session is read with amounts in pence, times as dates and the currency in upper case', () => {
	expect(checkoutSessionSchema.parse(checkoutSession)).toEqual({
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
		promotionCodeId: 'promo_1',
		totalPence: 749,
		vatPence: 125,
		hasConsented: true,
		paymentIntentId: null,
		customerEmail: null,
		billingCountry: null,
		soldBy: 'shop',
	})
})

test('the buyer’s address is the one typed at the checkout, or else the one the Checkout Session was opened with', () => {
	const opened = { ...checkoutSession, customer_email: 'amara@student.test', customer_details: null }
	expect(checkoutSessionSchema.parse(opened).customerEmail).toBe('amara@student.test')
	const typed = { ...opened, customer_details: { email: 'zoe@student.test' } }
	expect(checkoutSessionSchema.parse(typed).customerEmail).toBe('zoe@student.test')
})

test('reads a payment intent from an id or from the whole object', () => {
	expect(checkoutSessionSchema.parse({ ...checkoutSession, payment_intent: 'pi_1' }).paymentIntentId).toBe(
		'pi_1',
	)
	expect(
		checkoutSessionSchema.parse({ ...checkoutSession, payment_intent: { id: 'pi_1', amount: 5 } })
			.paymentIntentId,
	).toBe('pi_1')
})

test('a Checkout Session opened by another application has no purchase and no user', () => {
	const foreign = { ...checkoutSession, client_reference_id: "x' or 1=1", metadata: null }
	expect(checkoutSessionSchema.parse(foreign)).toMatchObject({
		purchaseId: null,
		userId: null,
		catalogueId: null,
	})
})

test.each([
	['an amount in pounds', { amount_subtotal: 14.99 }],
	['an amount as text', { amount_subtotal: '1499' }],
	['no currency', { currency: undefined }],
])('a Checkout Session with %s is rejected', (_name, change) => {
	expect(checkoutSessionSchema.safeParse({ ...checkoutSession, ...change }).success).toBe(false)
})

test.each(['open', 'complete', 'expired', 'processing', 'requires_approval', null])(
	'a Checkout Session with the status %s is read, and no status that Stripe may add is taken for another',
	(status) => {
		const known = status === 'open' || status === 'complete' || status === 'expired'
		expect(checkoutSessionSchema.parse({ ...checkoutSession, status }).status).toBe(known ? status : 'other')
	},
)

test.each(['paid', 'unpaid', 'no_payment_required', 'processing', 'partially_paid', ''])(
	'a Checkout Session with the payment status “%s” is read, and counts as paid only if Stripe says so',
	(payment_status) => {
		const known = payment_status === 'paid' || payment_status === 'no_payment_required'
		expect(checkoutSessionSchema.parse({ ...checkoutSession, payment_status }).paymentStatus).toBe(
			known ? payment_status : 'unpaid',
		)
	},
)

const refund = { id: 're_1', payment_intent: 'pi_1', created: 1_893_495_600, amount: 1499 }

test.each([
	['succeeded', true],
	['pending', true],
	['requires_action', true],
	['failed', false],
	['canceled', false],
])('for a refund with the status %s, `stands` is %s', (status, stands) => {
	expect(readRefund({ ...refund, status })).toEqual({
		id: 're_1',
		paymentIntentId: 'pi_1',
		createdAt: new Date('2030-01-01T11:00:00Z'),
		amountPence: 1499,
		stands,
	})
})

const charge = { payment_intent: 'pi_1', created: 0, amount: 1499, currency: 'gbp' }

test('a declined charge is not a payment', () => {
	expect(readCharge({ ...charge, paid: false, status: 'failed' })).toBeUndefined()
	expect(readCharge({ ...charge, paid: true, status: 'pending' })).toBeUndefined()
	expect(readCharge({ ...charge, paid: true, status: 'succeeded' })).toMatchObject({ amountPence: 1499 })
})

test.each([
	['warning_needs_response', [], 'inquiry'],
	['warning_under_review', [], 'inquiry'],
	['warning_closed', [], 'inquiry'],
	['needs_response', [-1499], 'open'],
	['under_review', [-1499], 'open'],
	['lost', [-1499], 'lost'],
	['appeal_needs_response', [-1499], 'lost'],
	['appeal_under_review', [-1499], 'lost'],
	['won', [-1499, 1499], 'won'],
	['prevented', [], 'prevented'],
	['prevented', [-1499], 'lost'],
	['prevented', [-1499, 1499], 'prevented'],
	['a_status_of_the_future', [], 'open'],
])('a dispute with the status %s that has moved %j pence is in the state %s', (status, moved, state) => {
	const dispute = { id: 'du_1', payment_intent: 'pi_1', created: 0, amount: 1499, status }
	const balance_transactions = moved.map((amount) => ({ amount }))
	expect(readDispute({ ...dispute, balance_transactions })).toMatchObject({ state, amountPence: 1499 })
})
