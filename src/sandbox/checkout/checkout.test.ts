import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goodCard, hostedPage } from '#sandbox/testing/hosted-page.ts'
import { createTestSandbox, guideParams, type TestSandbox } from '#sandbox/testing/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
	sandbox = await createTestSandbox()
})
afterAll(() => sandbox.stop())

const { openCheckoutSession, pageOf, pressPay, stateOf } = hostedPage(() => sandbox)

test('shows the product, the price, the buyer and the terms', async () => {
	const page = await pageOf(await openCheckoutSession())
	expect(page).toContain('Test mode: no real card is charged')
	for (const words of [
		'CV Secrets',
		'Pay £14.99',
		'sam@example.com',
		'I want my guide at once.',
		'href="https://shop.example/premium?checkout=cancelled"',
		'4242 4242 4242 4242',
	]) {
		expect(page).toContain(words)
	}
})

test("escapes the shop's texts", async () => {
	const checkoutSessionId = await openCheckoutSession({
		line_items: [
			{
				quantity: 1,
				price_data: {
					currency: 'gbp',
					unit_amount: 1499,
					product_data: { name: '<img src=x onerror=alert(1)>' },
				},
			},
		],
	})
	const page = await pageOf(checkoutSessionId)
	expect(page).not.toContain('<img')
	expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
})

test('a valid card completes the Checkout Session, records the consent and sends the buyer to the shop', async () => {
	const checkoutSessionId = await openCheckoutSession()
	const { status, location } = await pressPay(checkoutSessionId, goodCard)
	expect(status).toBe(303)
	expect(location).toBe(`https://shop.example/payment-success?session_id=${checkoutSessionId}`)
	expect(await stateOf(checkoutSessionId)).toMatchObject({
		status: 'complete',
		payment_status: 'paid',
		url: null,
		consent: { terms_of_service: 'accepted' },
		customer_details: { email: 'sam@example.com', name: 'Sam Taylor' },
		payment_intent: { status: 'succeeded', amount_received: 1499, description: 'CV Secrets' },
	})
})

test('pressing Pay twice charges once, and both presses lead back to the shop', async () => {
	const checkoutSessionId = await openCheckoutSession()
	const presses = await Promise.all([
		pressPay(checkoutSessionId, goodCard),
		pressPay(checkoutSessionId, goodCard),
	])
	for (const { location } of presses)
		expect(location).toBe(`https://shop.example/payment-success?session_id=${checkoutSessionId}`)
	const intent = (await stateOf(checkoutSessionId)).payment_intent
	const charges = await sandbox.stripe.charges.list({
		payment_intent: typeof intent === 'string' ? intent : (intent?.id ?? ''),
	})
	expect(charges.data).toHaveLength(1)
})

describe('fields', () => {
	test.each<[string, Record<string, string>, string]>([
		['no card number', { card: '' }, 'Enter a card number.'],
		[
			'a card number with a wrong digit',
			{ card: '4242 4242 4242 4241' },
			'This card number isn&#39;t valid.',
		],
		['a card that is not a test card', { card: '4111 1111 1111 1111' }, 'Only test cards work here.'],
		['no expiry', { expiry: '' }, 'Enter the expiry date.'],
		['an expiry in the past', { expiry: '01/20' }, 'This card has expired.'],
		['a month that does not exist', { expiry: '13/34' }, 'Enter the expiry date as month and year'],
		['a short security code', { cvc: '1' }, 'The security code has three or four digits.'],
		['no name', { name: ' ' }, 'Enter the name on the card.'],
		[
			'an account that is not a test account',
			{ method: 'bank', sort_code: '10-88-00', account_number: '12345678' },
			'Only test accounts work here.',
		],
	])('with %s, an error beside the field says so, and nothing is charged', async (_, fields, message) => {
		const checkoutSessionId = await openCheckoutSession()
		const { status, page } = await pressPay(checkoutSessionId, { ...goodCard, ...fields })
		expect(status).toBe(200)
		expect(page).toContain('role="alert"')
		expect(page).toContain('aria-invalid="true"')
		expect(page).toContain(message)
		expect(await stateOf(checkoutSessionId)).toMatchObject({ status: 'open', payment_intent: null })
	})

	test('a Checkout Session that requires consent cannot be paid until the box is ticked', async () => {
		const checkoutSessionId = await openCheckoutSession()
		const { terms: _, ...unticked } = goodCard
		expect((await pressPay(checkoutSessionId, unticked)).page).toContain('Tick this box to continue.')
		expect((await stateOf(checkoutSessionId)).status).toBe('open')
		expect((await pressPay(checkoutSessionId, goodCard)).status).toBe(303)
	})

	test('asks for the email if the shop has not provided one', async () => {
		const { customer_email: _, ...params } = guideParams()
		const checkoutSessionId = (await sandbox.stripe.checkout.sessions.create(params)).id
		expect((await pressPay(checkoutSessionId, { ...goodCard, email: 'sam@' })).page).toContain(
			'This isn&#39;t a complete email address',
		)
		expect((await pressPay(checkoutSessionId, { ...goodCard, email: 'zoe@example.com' })).status).toBe(303)
		expect((await stateOf(checkoutSessionId)).customer_details?.email).toBe('zoe@example.com')
	})

	test('a button fills in a test card and leaves the other fields as typed', async () => {
		const checkoutSessionId = await openCheckoutSession()
		const { page } = await pressPay(checkoutSessionId, { name: 'Zoë', fill: 'declined' })
		expect(page).toContain('value="4000 0000 0000 0002"')
		expect(page).toContain('value="Zoë"')
		expect(page).toMatch(/<input id="terms"[^>]*value="yes">/)
		expect((await stateOf(checkoutSessionId)).status).toBe('open')
	})
})

test('a declined card is reported, and the Checkout Session stays open', async () => {
	const checkoutSessionId = await openCheckoutSession()
	const { status, location } = await pressPay(checkoutSessionId, { ...goodCard, card: '4000000000000002' })
	// A redirect, so that reloading the page with the error doesn't try the card again.
	expect(status).toBe(303)
	expect(location).toBe(`/checkout/${checkoutSessionId}`)
	const page = await pageOf(checkoutSessionId)
	expect(page).toContain('Your card was declined.')
	expect(page).toContain('value="Sam Taylor"')
	expect(page).toContain('Nothing was charged.')
	expect(await stateOf(checkoutSessionId)).toMatchObject({
		status: 'open',
		payment_status: 'unpaid',
		payment_intent: {
			status: 'requires_payment_method',
			last_payment_error: { code: 'card_declined', decline_code: 'generic_decline', type: 'card_error' },
		},
	})
	await sandbox.shop.untilReceived('payment_intent.payment_failed')
	expect(await pageOf(checkoutSessionId)).toContain('Your card was declined.')
	expect((await pressPay(checkoutSessionId, goodCard)).status).toBe(303)
	expect(await stateOf(checkoutSessionId)).toMatchObject({
		payment_status: 'paid',
		payment_intent: { last_payment_error: null },
	})
})

test('the page of a paid Checkout Session links to the success page', async () => {
	const checkoutSessionId = await openCheckoutSession()
	await pressPay(checkoutSessionId, goodCard)
	const page = await pageOf(checkoutSessionId)
	expect(page).toContain('This order is paid')
	expect(page).toContain(`https://shop.example/payment-success?session_id=${checkoutSessionId}`)
})

test('an expired Checkout Session cannot be paid, and its page links back to the shop', async () => {
	const checkoutSessionId = await openCheckoutSession()
	await sandbox.stripe.checkout.sessions.expire(checkoutSessionId)
	const page = await pageOf(checkoutSessionId)
	expect(page).toContain('This checkout has expired')
	expect(page).toContain('https://shop.example/premium?checkout=cancelled')
	expect((await pressPay(checkoutSessionId, goodCard)).location).toBe(`/checkout/${checkoutSessionId}`)
	expect(await stateOf(checkoutSessionId)).toMatchObject({ status: 'expired', payment_status: 'unpaid' })
})

test('the page of an unknown Checkout Session is a 404', async () => {
	expect((await sandbox.send('GET', '/checkout/cs_test_none')).status).toBe(404)
	expect((await sandbox.submit('/checkout/cs_test_none', goodCard)).status).toBe(404)
})

test('an order that costs nothing is completed without a card', async () => {
	const checkoutSessionId = await openCheckoutSession({
		line_items: [
			{ quantity: 1, price_data: { currency: 'gbp', unit_amount: 0, product_data: { name: 'Gift' } } },
		],
	})
	expect(await pageOf(checkoutSessionId)).not.toContain('Card number')
	expect((await pressPay(checkoutSessionId, { terms: 'yes' })).status).toBe(303)
	expect(await stateOf(checkoutSessionId)).toMatchObject({
		status: 'complete',
		payment_status: 'no_payment_required',
		payment_intent: null,
	})
})

test('a scripted payment fails with an unknown card or without the required consent', async () => {
	const checkoutSessionId = await openCheckoutSession()
	expect(await sandbox.pay(checkoutSessionId, { card: 'gold' })).toMatchObject({ httpStatus: 400 })
	expect(await sandbox.pay(checkoutSessionId, { card: 'success', consent: false })).toMatchObject({
		httpStatus: 400,
	})
	expect(await sandbox.pay(checkoutSessionId, { card: '3ds', challenge: 'complete' })).toMatchObject({
		httpStatus: 200,
		result: 'done',
		payment_status: 'paid',
	})
	expect(await sandbox.pay(checkoutSessionId, { card: 'success' })).toMatchObject({ result: 'closed' })
})
