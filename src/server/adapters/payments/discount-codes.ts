import type Stripe from 'stripe'
import { productData } from '#server/adapters/payments/checkout-session-parameters.ts'
import { codeOf, type ProviderCalls } from '#server/adapters/payments/provider-calls.ts'
import type { DiscountCode, ShownProduct } from '#server/shop/payment-provider.ts'

interface PutOptions {
	stripe: Stripe
	calls: ProviderCalls
	siteUrl: string
	isSandbox: boolean
}

/**
 * Creates the coupon and the promotion code of a discount code at Stripe, unless they exist. Then turns the promotion code on or
 * off. Products that the code is limited to are brought in line first, because a checkout with it has their tax codes. Safe to repeat,
 * because the shop chooses the coupon's id and finds the promotion code by that id.
 */
export async function putDiscountCode(options: PutOptions, code: DiscountCode): Promise<string> {
	const { stripe, calls } = options
	const coupon = `headstart-${code.id}`
	const made = await findPromotionCode(options, coupon)
	if (made === undefined || code.isActive)
		for (const product of code.products ?? []) await putProduct(options, product)
	if (made !== undefined) {
		if (made.active !== code.isActive)
			await calls.run((call) => stripe.promotionCodes.update(made.id, { active: code.isActive }, call))
		return made.id
	}
	await unlessItExists(() =>
		calls.run((call) => stripe.coupons.create({ id: coupon, ...couponOf(code) }, call)),
	)
	const { id } = await calls.run((call) =>
		stripe.promotionCodes.create(
			{
				promotion: { type: 'coupon', coupon },
				code: code.code,
				active: code.isActive,
				...(code.endsAt === null ? {} : { expires_at: Math.floor(code.endsAt.getTime() / 1000) }),
				...(code.mostUses === null ? {} : { max_redemptions: code.mostUses }),
				metadata: { discount_code_id: code.id },
			},
			{ ...call, idempotencyKey: `${coupon}-${code.isActive ? 'on' : 'off'}` },
		),
	)
	return id
}

function couponOf({ code, off, products }: DiscountCode): Stripe.CouponCreateParams {
	return {
		// Stripe prints the name on its own receipts and invoices.
		name: code,
		duration: 'once',
		...('percent' in off ? { percent_off: off.percent } : { amount_off: off.pence, currency: 'gbp' }),
		...(products === null
			? {}
			: { applies_to: { products: products.map(({ providerProductId }) => providerProductId) } }),
	}
}

async function findPromotionCode(
	{ stripe, calls }: PutOptions,
	coupon: string,
): Promise<Stripe.PromotionCode | undefined> {
	try {
		const { data } = await calls.run((call) => stripe.promotionCodes.list({ coupon, limit: 1 }, call))
		return data[0]
	} catch (error) {
		if (codeOf(error) === 'resource_missing') return undefined
		throw error
	}
}

/**
 * Makes a product at Stripe, or brings it in line with the catalogue. A coupon can only be limited to products that Stripe knows.
 */
async function putProduct(options: PutOptions, product: ShownProduct): Promise<void> {
	const { stripe, calls } = options
	const data = { ...productData(product, options), active: true }
	const isNew = await unlessItExists(() =>
		calls.run((call) => stripe.products.create({ id: product.providerProductId, ...data }, call)),
	)
	if (!isNew) await calls.run((call) => stripe.products.update(product.providerProductId, data, call))
}

/** Makes something at Stripe. Returns false if it exists already. */
async function unlessItExists(make: () => Promise<unknown>): Promise<boolean> {
	try {
		await make()
		return true
	} catch (error) {
		if (codeOf(error) === 'resource_already_exists') return false
		throw error
	}
}
