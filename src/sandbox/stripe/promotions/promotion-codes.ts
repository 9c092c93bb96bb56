import type Stripe from 'stripe'
import { badParam } from '#sandbox/stripe/api/api-error.ts'
import type { StoredPromotionCode } from '#sandbox/stripe/objects/kinds.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'
import { unixSeconds } from '#shared/clock.ts'

interface CouponFields {
	id?: string | undefined
	name?: string | undefined
	/** Either this or `amountOff` is set. The amount is in the currency's smallest unit. */
	percentOff?: number | undefined
	amountOff?: { amount: number; currency: string } | undefined
	maxRedemptions?: number | undefined
	redeemBy?: number | undefined
	/** The products that the code is for; undefined for all. */
	products?: string[] | undefined
	metadata?: Record<string, string> | undefined
}

export function newCoupon(world: StripeWorld, fields: CouponFields): Stripe.Coupon {
	return world.objects.insert('coupon', {
		id: fields.id ?? world.newId('cpn', 8),
		object: 'coupon',
		amount_off: fields.amountOff?.amount ?? null,
		...(fields.products === undefined ? {} : { applies_to: { products: fields.products } }),
		created: unixSeconds(world.clock),
		currency: fields.amountOff?.currency ?? null,
		duration: 'once',
		duration_in_months: null,
		livemode: false,
		max_redemptions: fields.maxRedemptions ?? null,
		metadata: fields.metadata ?? {},
		name: fields.name ?? null,
		percent_off: fields.percentOff ?? null,
		redeem_by: fields.redeemBy ?? null,
		times_redeemed: 0,
		valid: true,
	})
}

interface PromotionCodeFields {
	coupon: string
	code?: string | undefined
	active?: boolean | undefined
	expiresAt?: number | undefined
	maxRedemptions?: number | undefined
	minimum?: { amount: number; currency: string } | undefined
	metadata?: Record<string, string> | undefined
}

/** Creates a promotion code. Throws Stripe's 400 if another active code has the same text. */
export function newPromotionCode(world: StripeWorld, fields: PromotionCodeFields): StoredPromotionCode {
	const code = fields.code ?? world.newId('', 8).slice(1).toUpperCase()
	requireFree(world, code)
	return world.objects.insert(
		'promotion_code',
		{
			id: world.newId('promo'),
			object: 'promotion_code',
			active: fields.active ?? true,
			code,
			created: unixSeconds(world.clock),
			customer: null,
			customer_account: null,
			expires_at: fields.expiresAt ?? null,
			livemode: false,
			max_redemptions: fields.maxRedemptions ?? null,
			metadata: fields.metadata ?? {},
			promotion: { coupon: fields.coupon, type: 'coupon' },
			restrictions: {
				first_time_transaction: false,
				minimum_amount: fields.minimum?.amount ?? null,
				minimum_amount_currency: fields.minimum?.currency ?? null,
			},
			times_redeemed: 0,
		},
		fields.coupon,
	)
}

/** Throws Stripe's 400 if another active code has the same text. */
export function requireFree(world: StripeWorld, code: string): void {
	if (findActive(world, code) !== undefined)
		throw badParam('code', `An active promotion code with \`code: ${code}\` already exists.`)
}

/** Finds an active code, ignoring case. */
export function findActive(world: StripeWorld, code: string): StoredPromotionCode | undefined {
	const wanted = code.trim().toUpperCase()
	return world.objects
		.list('promotion_code', { limit: 1_000, where: { active: '1' } })
		.data.find((each) => each.code.toUpperCase() === wanted)
}

/** Returns the coupon of a code that can be used now; undefined if the code or the coupon is used up or has expired. */
export function redeemable(world: StripeWorld, promotion: StoredPromotionCode): Stripe.Coupon | undefined {
	const now = unixSeconds(world.clock)
	const coupon = world.objects.find('coupon', promotion.promotion.coupon)
	const isLeft = (most: number | null, used: number) => most === null || used < most
	const isYet = (end: number | null) => end === null || now < end
	if (coupon === undefined || !isYet(promotion.expires_at) || !isYet(coupon.redeem_by)) return undefined
	if (!isLeft(promotion.max_redemptions, promotion.times_redeemed)) return undefined
	return isLeft(coupon.max_redemptions, coupon.times_redeemed) ? coupon : undefined
}

/** Counts one use of a code, once the order is complete. */
export function redeem(world: StripeWorld, id: string): void {
	const promotion = world.objects.find('promotion_code', id)
	const coupon = promotion && world.objects.find('coupon', promotion.promotion.coupon)
	if (promotion === undefined || coupon === undefined) return
	const times = coupon.times_redeemed + 1
	const isValid = coupon.max_redemptions === null || times < coupon.max_redemptions
	world.objects.update('coupon', { ...coupon, times_redeemed: times, valid: isValid })
	const used = promotion.times_redeemed + 1
	const isLeft = promotion.max_redemptions === null || used < promotion.max_redemptions
	world.objects.update('promotion_code', {
		...promotion,
		active: promotion.active && isValid && isLeft,
		times_redeemed: used,
	})
}
