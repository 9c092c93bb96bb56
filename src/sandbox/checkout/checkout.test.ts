import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestSandbox, guideParams, type TestSandbox } from '#sandbox/testing/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
	sandbox = await createTestSandbox()
})
afterAll(() => sandbox.stop())

const goodCard = {
	card: '4242 4242 4242 4242',
	expiry: '12 / 34',
	cvc: '123',
	name: 'Sam Taylor',
	terms: 'yes',
}

async function openSession(changes: object = {}): Promise<string> {
	return (await sandbox.stripe.checkout.sessions.create({ ...guideParams(), ...changes })).id
}

async function pageOf(session: string): Promise<string> {
	return await (await sandbox.send('GET', `/checkout/${session}`)).text()
}

/** Presses Pay; what is answered is either a page again, or the way on. */
async function pressPay(
	session: string,
	fields: Record<string, string>,
): Promise<{ status: number; location: string | null; page: string }> {
	const response = await sandbox.submit(`/checkout/${session}`, fields)
	return { status: response.status, location: response.headers.get('location'), page: await response.text() }
}

function stateOf(session: string) {
	return sandbox.stripe.checkout.sessions.retrieve(session, { expand: ['payment_intent'] })
}

test('the page shows what is bought, for how much, for whom, and what is agreed to', async () => {
	const page = await pageOf(await openSession())
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

test('what the shop says is text on the page, never markup', async () => {
	const session = await openSession({
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
	const page = await pageOf(session)
	expect(page).not.toContain('<img')
	expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
})

test('a good card pays: the session is complete, consent is noted, the buyer is sent on to the shop', async () => {
	const session = await openSession()
	const { status, location } = await pressPay(session, goodCard)
	expect(status).toBe(303)
	expect(location).toBe(`https://shop.example/payment-success?session_id=${session}`)
	expect(await stateOf(session)).toMatchObject({
		status: 'complete',
		payment_status: 'paid',
		url: null,
		consent: { terms_of_service: 'accepted' },
		customer_details: { email: 'sam@example.com', name: 'Sam Taylor' },
		payment_intent: { status: 'succeeded', amount_received: 1499, description: 'CV Secrets' },
	})
})

test('pressing Pay twice pays once, and both presses lead to the shop', async () => {
	const session = await openSession()
	const presses = await Promise.all([pressPay(session, goodCard), pressPay(session, goodCard)])
	for (const { location } of presses)
		expect(location).toBe(`https://shop.example/payment-success?session_id=${session}`)
	const intent = (await stateOf(session)).payment_intent
	const charges = await sandbox.stripe.charges.list({
		payment_intent: typeof intent === 'string' ? intent : (intent?.id ?? ''),
	})
	expect(charges.data).toHaveLength(1)
})

describe('fields', () => {
	test.each<[string, Record<string, string>, string]>([
		['no card number', { card: '' }, 'Enter a card number.'],
		['a card number with a wrong digit', { card: '4242 4242 4242 4241' }, 'This card number is not valid.'],
		['a card that is no test card', { card: '4111 1111 1111 1111' }, 'Only test cards work here.'],
		['no expiry', { expiry: '' }, 'Enter the expiry date.'],
		['an expiry in the past', { expiry: '01/20' }, 'This card has expired.'],
		['a month that does not exist', { expiry: '13/34' }, 'Write the expiry date as month and year'],
		['a short security code', { cvc: '1' }, 'The security code is three or four digits.'],
		['no name', { name: ' ' }, 'Enter the name on the card.'],
		[
			'an account that is no test account',
			{ method: 'bank', sort_code: '10-88-00', account_number: '12345678' },
			'Only test accounts work here.',
		],
	])('%s is named beside its field, and nothing is charged', async (_, fields, message) => {
		const session = await openSession()
		const { status, page } = await pressPay(session, { ...goodCard, ...fields })
		expect(status).toBe(200)
		expect(page).toContain('role="alert"')
		expect(page).toContain('aria-invalid="true"')
		expect(page).toContain(message)
		expect(await stateOf(session)).toMatchObject({ status: 'open', payment_intent: null })
	})

	test('without the tick there is no payment where consent is asked for, with it there is', async () => {
		const session = await openSession()
		const { terms: _, ...unticked } = goodCard
		expect((await pressPay(session, unticked)).page).toContain('Tick this box to go on.')
		expect((await stateOf(session)).status).toBe('open')
		expect((await pressPay(session, goodCard)).status).toBe(303)
	})

	test('the email is asked for where the shop did not give one', async () => {
		const { customer_email: _, ...params } = guideParams()
		const session = (await sandbox.stripe.checkout.sessions.create(params)).id
		expect((await pressPay(session, { ...goodCard, email: 'sam@' })).page).toContain(
			'not a complete email address',
		)
		expect((await pressPay(session, { ...goodCard, email: 'zoe@example.com' })).status).toBe(303)
		expect((await stateOf(session)).customer_details?.email).toBe('zoe@example.com')
	})

	test('a test card is filled in by its button, and what was typed stays', async () => {
		const session = await openSession()
		const { page } = await pressPay(session, { name: 'Zoë', fill: 'declined' })
		expect(page).toContain('value="4000 0000 0000 0002"')
		expect(page).toContain('value="Zoë"')
		expect(page).toMatch(/<input id="terms"[^>]*value="yes">/)
		expect((await stateOf(session)).status).toBe('open')
	})
})

test('a declined card says so and leaves the session open for another', async () => {
	const session = await openSession()
	const { status, location } = await pressPay(session, { ...goodCard, card: '4000000000000002' })
	// Reloading the page that tells of it must not try the card again.
	expect(status).toBe(303)
	expect(location).toBe(`/checkout/${session}`)
	const page = await pageOf(session)
	expect(page).toContain('Your card was declined.')
	expect(page).toContain('value="Sam Taylor"')
	expect(page).toContain('Nothing was charged.')
	expect(await stateOf(session)).toMatchObject({
		status: 'open',
		payment_status: 'unpaid',
		payment_intent: {
			status: 'requires_payment_method',
			last_payment_error: { code: 'card_declined', decline_code: 'generic_decline', type: 'card_error' },
		},
	})
	await sandbox.shop.untilReceived('payment_intent.payment_failed')
	expect(await pageOf(session)).toContain('Your card was declined.')
	expect((await pressPay(session, goodCard)).status).toBe(303)
	expect(await stateOf(session)).toMatchObject({
		payment_status: 'paid',
		payment_intent: { last_payment_error: null },
	})
})

describe('promotion codes', () => {
	const allowing = { allow_promotion_codes: true }

	async function makeCode(
		code: string,
		coupon: Stripe.CouponCreateParams,
		more: object = {},
	): Promise<string> {
		const { id } = await sandbox.stripe.coupons.create(coupon)
		await sandbox.stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: id }, code, ...more })
		return id
	}

	test('a code takes its share off, is shown, and what is paid is what is left', async () => {
		const coupon = await makeCode('FRESHERS20', { percent_off: 20 })
		const session = await openSession(allowing)
		const { page } = await pressPay(session, { promotion_code: 'freshers20', code: 'apply', name: 'Zoë' })
		for (const words of ['Pay £11.99', '−£3.00', 'FRESHERS20', 'value="Zoë"']) expect(page).toContain(words)
		expect((await pressPay(session, goodCard)).status).toBe(303)
		const paid = await sandbox.stripe.checkout.sessions.retrieve(session, {
			expand: ['payment_intent', 'line_items'],
		})
		expect(paid).toMatchObject({
			amount_subtotal: 1499,
			amount_total: 1199,
			total_details: { amount_discount: 300, amount_tax: 0 },
			discounts: [{ coupon: null, promotion_code: expect.stringMatching(/^promo_/) }],
			payment_status: 'paid',
			payment_intent: { amount_received: 1199 },
			line_items: { data: [{ amount_subtotal: 1499, amount_discount: 300, amount_total: 1199 }] },
		})
		expect(await sandbox.stripe.coupons.retrieve(coupon)).toMatchObject({ times_redeemed: 1 })
	})

	test('a code taken off again costs nothing, and one tried after a decline still counts', async () => {
		await makeCode('POUND', { amount_off: 100, currency: 'gbp' })
		const session = await openSession(allowing)
		await pressPay(session, { promotion_code: 'POUND', code: 'apply' })
		expect((await pressPay(session, { code: 'remove' })).page).toContain('Pay £14.99')
		await pressPay(session, { ...goodCard, card: '4000000000000002' })
		await pressPay(session, { promotion_code: 'POUND', code: 'apply' })
		await pressPay(session, goodCard)
		expect(await stateOf(session)).toMatchObject({
			amount_total: 1399,
			payment_intent: { amount_received: 1399 },
		})
	})

	test('a code for everything completes the order with nothing paid', async () => {
		await makeCode('GIFT', { percent_off: 100 })
		const session = await openSession(allowing)
		expect((await pressPay(session, { promotion_code: 'GIFT', code: 'apply' })).page).toContain(
			'Complete order',
		)
		await pressPay(session, { terms: 'yes' })
		expect(await stateOf(session)).toMatchObject({
			amount_total: 0,
			payment_status: 'no_payment_required',
			payment_intent: null,
		})
	})

	test.each<[string, Stripe.CouponCreateParams, object, string]>([
		['nobody made', { percent_off: 10 }, { code: 'OTHER' }, 'This code is invalid.'],
		['switched off', { percent_off: 10 }, { active: false }, 'This code is invalid.'],
		[
			'for dearer orders',
			{ percent_off: 10 },
			{ restrictions: { minimum_amount: 5_000, minimum_amount_currency: 'gbp' } },
			'This code is for orders of £50.00 or more.',
		],
		['of another currency', { amount_off: 100, currency: 'eur' }, {}, 'This code is invalid.'],
		['that leaves a few pence', { amount_off: 1_480, currency: 'gbp' }, {}, 'too little left to pay'],
	])('a code %s is refused beside its field', async (name, coupon, more, message) => {
		const code = `CODE-${name.replaceAll(' ', '-')}`
		await makeCode(code, coupon, { code, ...more })
		const session = await openSession(allowing)
		expect((await pressPay(session, { promotion_code: code, code: 'apply' })).page).toContain(message)
		expect(await stateOf(session)).toMatchObject({ amount_total: 1499, discounts: [] })
	})

	test('a code used up is refused, and where the shop allows none there is no field', async () => {
		await makeCode('ONCE', { percent_off: 10 }, { max_redemptions: 1 })
		const [first, second] = [await openSession(allowing), await openSession(allowing)]
		expect(await sandbox.pay(first, { promotionCode: 'ONCE' })).toMatchObject({ result: 'done' })
		expect(await sandbox.pay(second, { promotionCode: 'ONCE' })).toMatchObject({ httpStatus: 400 })
		const without = await openSession()
		expect(await pageOf(without)).not.toContain('Promotion code')
		expect((await pressPay(without, { promotion_code: 'GIFT', code: 'apply' })).page).toContain(
			'No code can be used here.',
		)
	})
})

describe('3-D Secure', () => {
	const askingCard = { ...goodCard, card: '4000 0025 0000 3155' }

	test('a card that asks back pays once the buyer said yes', async () => {
		const session = await openSession()
		const { location } = await pressPay(session, askingCard)
		expect(location).toBe(`/checkout/${session}/challenge`)
		expect(await stateOf(session)).toMatchObject({
			status: 'open',
			payment_intent: { status: 'requires_action', next_action: { type: 'redirect_to_url' } },
		})
		expect(await (await sandbox.send('GET', `/checkout/${session}/challenge`)).text()).toContain(
			'Is this you?',
		)
		const answered = await sandbox.submit(`/checkout/${session}/challenge`, { answer: 'complete' })
		expect(answered.headers.get('location')).toBe(
			`https://shop.example/payment-success?session_id=${session}`,
		)
		expect(await stateOf(session)).toMatchObject({
			payment_status: 'paid',
			consent: { terms_of_service: 'accepted' },
		})
	})

	test('a buyer who said no may try again', async () => {
		const session = await openSession()
		await pressPay(session, askingCard)
		const answered = await sandbox.submit(`/checkout/${session}/challenge`, { answer: 'fail' })
		expect(answered.headers.get('location')).toBe(`/checkout/${session}`)
		expect(await pageOf(session)).toContain('We are unable to authenticate your payment method.')
		expect(await stateOf(session)).toMatchObject({
			status: 'open',
			payment_intent: { last_payment_error: { code: 'payment_intent_authentication_failure' } },
		})
		expect((await pressPay(session, goodCard)).status).toBe(303)
	})

	test('an answer nobody asked for changes nothing', async () => {
		const session = await openSession()
		await sandbox.submit(`/checkout/${session}/challenge`, { answer: 'complete' })
		expect(await stateOf(session)).toMatchObject({ status: 'open', payment_status: 'unpaid' })
	})
})

test('a paid session says so and leads back to the success page', async () => {
	const session = await openSession()
	await pressPay(session, goodCard)
	const page = await pageOf(session)
	expect(page).toContain('This order is paid')
	expect(page).toContain(`https://shop.example/payment-success?session_id=${session}`)
})

test('an expired session says so, leads back, and cannot be paid', async () => {
	const session = await openSession()
	await sandbox.stripe.checkout.sessions.expire(session)
	const page = await pageOf(session)
	expect(page).toContain('This checkout has expired')
	expect(page).toContain('https://shop.example/premium?checkout=cancelled')
	expect((await pressPay(session, goodCard)).location).toBe(`/checkout/${session}`)
	expect(await stateOf(session)).toMatchObject({ status: 'expired', payment_status: 'unpaid' })
})

test('a session nobody opened is a 404', async () => {
	expect((await sandbox.send('GET', '/checkout/cs_test_none')).status).toBe(404)
	expect((await sandbox.submit('/checkout/cs_test_none', goodCard)).status).toBe(404)
})

test('an order that costs nothing is completed without a card', async () => {
	const session = await openSession({
		line_items: [
			{ quantity: 1, price_data: { currency: 'gbp', unit_amount: 0, product_data: { name: 'Gift' } } },
		],
	})
	expect(await pageOf(session)).not.toContain('Card number')
	expect((await pressPay(session, { terms: 'yes' })).status).toBe(303)
	expect(await stateOf(session)).toMatchObject({
		status: 'complete',
		payment_status: 'no_payment_required',
		payment_intent: null,
	})
})

test('a script is told when it pays with a card that does not exist, or without the consent that is asked for', async () => {
	const session = await openSession()
	expect(await sandbox.pay(session, { card: 'gold' })).toMatchObject({ httpStatus: 400 })
	expect(await sandbox.pay(session, { card: 'success', consent: false })).toMatchObject({ httpStatus: 400 })
	expect(await sandbox.pay(session, { card: '3ds', challenge: 'complete' })).toMatchObject({
		httpStatus: 200,
		result: 'done',
		payment_status: 'paid',
	})
	expect(await sandbox.pay(session, { card: 'success' })).toMatchObject({ result: 'closed' })
})
