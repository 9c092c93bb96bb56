import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goodCard, hostedPage } from '#sandbox/testing/hosted-page.ts'
import { createTestSandbox, type TestSandbox } from '#sandbox/testing/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
	sandbox = await createTestSandbox()
})
afterAll(() => sandbox.stop())

const { openCheckoutSession, pageOf, pressPay, stateOf } = hostedPage(() => sandbox)

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

	test('a code reduces the price shown and the amount paid', async () => {
		const coupon = await makeCode('FRESHERS20', { percent_off: 20 })
		const checkoutSessionId = await openCheckoutSession(allowing)
		const { page } = await pressPay(checkoutSessionId, {
			promotion_code: 'freshers20',
			code: 'apply',
			name: 'Zoë',
		})
		for (const words of ['Pay £11.99', '−£3.00', 'FRESHERS20', 'value="Zoë"']) expect(page).toContain(words)
		expect((await pressPay(checkoutSessionId, goodCard)).status).toBe(303)
		const paid = await sandbox.stripe.checkout.sessions.retrieve(checkoutSessionId, {
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

	test('a Checkout Session can be created with a code, which the buyer can’t take off', async () => {
		await makeCode('READY', { percent_off: 50 })
		const { data } = await sandbox.stripe.promotionCodes.list({ code: 'READY' })
		const discounts = [{ promotion_code: data[0]?.id ?? '' }]
		const checkoutSessionId = await openCheckoutSession({ discounts })
		expect((await pressPay(checkoutSessionId, { code: 'remove' })).page).toContain('Pay £7.49')
		await pressPay(checkoutSessionId, goodCard)
		expect(await stateOf(checkoutSessionId)).toMatchObject({ payment_status: 'paid', amount_total: 749 })
		for (const [refused, message] of [
			[{ ...allowing, discounts }, 'You may only specify one of these parameters'],
			[{ discounts: [{ promotion_code: 'promo_none' }] }, 'This code is invalid.'],
		] as const)
			await expect(openCheckoutSession(refused)).rejects.toThrow(message)
	})

	test('removing a code restores the price, and a code can be applied after a declined card', async () => {
		await makeCode('POUND', { amount_off: 100, currency: 'gbp' })
		const checkoutSessionId = await openCheckoutSession(allowing)
		await pressPay(checkoutSessionId, { promotion_code: 'POUND', code: 'apply' })
		expect((await pressPay(checkoutSessionId, { code: 'remove' })).page).toContain('Pay £14.99')
		await pressPay(checkoutSessionId, { ...goodCard, card: '4000000000000002' })
		await pressPay(checkoutSessionId, { promotion_code: 'POUND', code: 'apply' })
		await pressPay(checkoutSessionId, goodCard)
		expect(await stateOf(checkoutSessionId)).toMatchObject({
			amount_total: 1399,
			payment_intent: { amount_received: 1399 },
		})
	})

	test('a code for the full price completes the order without payment', async () => {
		await makeCode('GIFT', { percent_off: 100 })
		const checkoutSessionId = await openCheckoutSession(allowing)
		expect((await pressPay(checkoutSessionId, { promotion_code: 'GIFT', code: 'apply' })).page).toContain(
			'Complete order',
		)
		await pressPay(checkoutSessionId, { terms: 'yes' })
		expect(await stateOf(checkoutSessionId)).toMatchObject({
			amount_total: 0,
			payment_status: 'no_payment_required',
			payment_intent: null,
		})
	})

	test.each<[string, Stripe.CouponCreateParams, object, string]>([
		['that does not exist', { percent_off: 10 }, { code: 'OTHER' }, 'This code is invalid.'],
		['that is inactive', { percent_off: 10 }, { active: false }, 'This code is invalid.'],
		[
			'for orders of a higher amount',
			{ percent_off: 10 },
			{ restrictions: { minimum_amount: 5_000, minimum_amount_currency: 'gbp' } },
			'This code is for orders of £50.00 or more.',
		],
		['in another currency', { amount_off: 100, currency: 'eur' }, {}, 'This code is invalid.'],
		[
			'that leaves only a few pence to pay',
			{ amount_off: 1_480, currency: 'gbp' },
			{},
			'too little left to pay',
		],
	])('a code %s is refused with the reason', async (name, coupon, more, message) => {
		const code = `CODE-${name.replaceAll(' ', '-')}`
		await makeCode(code, coupon, { code, ...more })
		const checkoutSessionId = await openCheckoutSession(allowing)
		expect((await pressPay(checkoutSessionId, { promotion_code: code, code: 'apply' })).page).toContain(
			message,
		)
		expect(await stateOf(checkoutSessionId)).toMatchObject({ amount_total: 1499, discounts: [] })
	})

	test('a code that is limited to some products lowers only their prices', async () => {
		const product = await sandbox.stripe.products.create({ id: 'prod_cv', name: 'CV' })
		await makeCode('CVONLY', { percent_off: 50, applies_to: { products: [product.id] } })
		await expect(makeCode('X', { percent_off: 5, applies_to: { products: ['prod_none'] } })).rejects.toThrow(
			'No such product',
		)
		const price = { currency: 'gbp', unit_amount: 1_499, product: product.id }
		const meant = await openCheckoutSession({ ...allowing, line_items: [{ quantity: 1, price_data: price }] })
		const other = await openCheckoutSession(allowing)
		const apply = { promotion_code: 'CVONLY', code: 'apply' }
		expect((await pressPay(meant, apply)).page).toContain('Pay £7.49')
		expect((await pressPay(other, apply)).page).toContain('This code is for other products.')
		expect(await stateOf(other)).toMatchObject({ amount_total: 1499 })
	})

	test('a used-up code is refused, and no field is shown if the shop allows no codes', async () => {
		await makeCode('ONCE', { percent_off: 10 }, { max_redemptions: 1 })
		const [first, second] = [await openCheckoutSession(allowing), await openCheckoutSession(allowing)]
		expect(await sandbox.pay(first, { promotionCode: 'ONCE' })).toMatchObject({ result: 'done' })
		expect(await sandbox.pay(second, { promotionCode: 'ONCE' })).toMatchObject({ httpStatus: 400 })
		const without = await openCheckoutSession()
		expect(await pageOf(without)).not.toContain('Promotion code')
		expect((await pressPay(without, { promotion_code: 'GIFT', code: 'apply' })).page).toContain(
			'No code can be used here.',
		)
	})
})
