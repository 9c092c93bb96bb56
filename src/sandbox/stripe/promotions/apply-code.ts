import type Stripe from 'stripe'
import { formatAmount } from '#sandbox/pages/layout.ts'
import { badParam } from '#sandbox/stripe/api/api-error.ts'
import { leastAmount } from '#sandbox/stripe/checkout-sessions/create-checkout-session.ts'
import type { CheckoutSessionCreateParams } from '#sandbox/stripe/checkout-sessions/create-params.ts'
import { openTax } from '#sandbox/stripe/checkout-sessions/tax.ts'
import type {
	StoredCheckoutSession,
	StoredLineItem,
	StoredPromotionCode,
} from '#sandbox/stripe/objects/kinds.ts'
import { findActive, redeemable } from '#sandbox/stripe/promotions/promotion-codes.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'

/** The updated Checkout Session or, if the code was refused, the reason in words for the buyer. A refusal leaves it unchanged. */
export type CodeResult =
	| { checkoutSession: StoredCheckoutSession; refused?: never }
	| { checkoutSession?: never; refused: string }

/** Applies a promotion code to an open Checkout Session, in place of any other. */
export function applyCode(
	world: StripeWorld,
	checkoutSession: StoredCheckoutSession,
	code: string,
): CodeResult {
	return world.store.transaction(() => {
		if (checkoutSession.status !== 'open' || checkoutSession.allow_promotion_codes !== true)
			return { refused: 'No code can be used here.' }
		return applyPromotion(world, checkoutSession, findActive(world, code))
	})
}

/** Applies the discounts that a Checkout Session is created with. Throws Stripe's 400 if one of them can't be used. */
export function applyDiscounts(
	world: StripeWorld,
	checkoutSession: StoredCheckoutSession,
	discounts: CheckoutSessionCreateParams['discounts'] = [],
): StoredCheckoutSession {
	return discounts.reduce((applied, { promotion_code: id }) => {
		if (applied.allow_promotion_codes !== null)
			throw badParam(
				'discounts',
				'You may only specify one of these parameters: allow_promotion_codes, discounts.',
				'parameters_exclusive',
			)
		const promotion = world.objects.find('promotion_code', id)
		const { checkoutSession: next, refused } = applyPromotion(
			world,
			applied,
			promotion?.active === true ? promotion : undefined,
		)
		if (next === undefined) throw badParam('discounts[0][promotion_code]', refused)
		return next
	}, checkoutSession)
}

function applyPromotion(
	world: StripeWorld,
	checkoutSession: StoredCheckoutSession,
	promotion: StoredPromotionCode | undefined,
): CodeResult {
	const coupon = promotion && redeemable(world, promotion)
	const currency = checkoutSession.currency ?? ''
	if (promotion === undefined || coupon === undefined || (coupon.currency ?? currency) !== currency)
		return { refused: 'This code is invalid.' }
	const { minimum_amount: minimum } = promotion.restrictions
	if (minimum !== null && (checkoutSession.amount_subtotal ?? 0) < minimum)
		return { refused: `This code is for orders of ${formatAmount(minimum, currency)} or more.` }
	const items = world.objects.children('item', checkoutSession.id)
	const isMeant = ({ price }: StoredLineItem) => coupon.applies_to?.products.includes(price.product) ?? true
	if (!items.some(isMeant)) return { refused: 'This code is for other products.' }
	const discounts = discountsOf(items, isMeant, coupon)
	const total = (checkoutSession.amount_subtotal ?? 0) - sum(discounts)
	if (total > 0 && total < leastAmount) return { refused: 'With this code there is too little left to pay.' }
	return {
		checkoutSession: reprice(world, checkoutSession, discounts, [
			{ coupon: null, promotion_code: promotion.id },
		]),
	}
}

/** Takes the promotion code off, which restores the full price. */
export function removeCode(
	world: StripeWorld,
	checkoutSession: StoredCheckoutSession,
): StoredCheckoutSession {
	if (checkoutSession.status !== 'open' || checkoutSession.allow_promotion_codes !== true)
		return checkoutSession
	return world.store.transaction(() => reprice(world, checkoutSession, [], []))
}

function reprice(
	world: StripeWorld,
	checkoutSession: StoredCheckoutSession,
	discounts: readonly number[],
	applied: Stripe.Checkout.Session.Discount[],
): StoredCheckoutSession {
	for (const [index, item] of world.objects.children('item', checkoutSession.id).entries()) {
		const discount = discounts[index] ?? 0
		world.objects.update('item', {
			...item,
			amount_discount: discount,
			amount_total: item.amount_subtotal - discount,
		})
	}
	const total = (checkoutSession.amount_subtotal ?? 0) - sum(discounts)
	const intent =
		checkoutSession.payment_intent === null
			? undefined
			: world.objects.find('payment_intent', checkoutSession.payment_intent)
	if (intent !== undefined) world.objects.update('payment_intent', { ...intent, amount: total })
	return world.objects.update('checkout.session', {
		...checkoutSession,
		automatic_tax: openTax(checkoutSession.automatic_tax.enabled),
		amount_total: total,
		discounts: applied,
		payment_status: total === 0 ? 'no_payment_required' : 'unpaid',
		total_details: {
			amount_discount: sum(discounts),
			amount_shipping: 0,
			amount_tax: 0,
		},
	})
}

/**
 * Returns the discount of each line; 0 for a line that the coupon is not for. An amount is shared among the lines in proportion,
 * and the last line takes the rounding difference.
 */
function discountsOf(
	items: readonly StoredLineItem[],
	isMeant: (item: StoredLineItem) => boolean,
	coupon: Stripe.Coupon,
): number[] {
	const subtotals = items.map((item) => (isMeant(item) ? item.amount_subtotal : 0))
	const { percent_off: percent, amount_off: amount } = coupon
	if (percent !== null) return subtotals.map((subtotal) => Math.round((subtotal * percent) / 100))
	let left = Math.min(amount ?? 0, sum(subtotals))
	let waiting = sum(subtotals)
	return subtotals.map((subtotal) => {
		const share = waiting === 0 ? 0 : Math.round((left * subtotal) / waiting)
		left -= share
		waiting -= subtotal
		return share
	})
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, each) => total + each, 0)
}
