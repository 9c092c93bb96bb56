import type { StoredCheckoutSession } from '#sandbox/stripe/objects/kinds.ts'
import { readSwitches } from '#sandbox/stripe/switches/switches.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'

const standardRate = 0.2

/** British VAT of the supported tax codes (https://docs.stripe.com/tax/tax-codes). Books are zero-rated, also as downloads. */
const rates: ReadonlyMap<string, number> = new Map([
	['txcd_00000000', 0],
	['txcd_10302000', 0],
	['txcd_10000000', standardRate],
	['txcd_10103001', standardRate],
	['txcd_10202001', standardRate],
	['txcd_10501000', standardRate],
	['txcd_10503000', standardRate],
	['txcd_10505001', standardRate],
	['txcd_99999999', standardRate],
])

/** The standard rates of the other countries that the page offers, which Stripe pays where it is the merchant of record. */
const foreignRates: ReadonlyMap<string, number> = new Map([
	['IE', 0.23],
	['FR', 0.2],
	['DE', 0.19],
])

export const taxCodes: readonly string[] = [...rates.keys()]

/** Decides whether tax is calculated, and what a price includes if it doesn't say. An account can turn tax on for both. */
export function taxRules(
	world: StripeWorld,
	asked: boolean | undefined,
): { isTaxed: boolean; defaultBehavior: 'exclusive' | undefined } {
	const { taxByDefault } = readSwitches(world.store)
	return {
		isTaxed: asked ?? taxByDefault,
		defaultBehavior: taxByDefault ? 'exclusive' : undefined,
	}
}

/** Returns the `automatic_tax` of an open Checkout Session. Until the buyer gives an address, there is no tax. */
export function openTax(isTaxed: boolean): StoredCheckoutSession['automatic_tax'] {
	return {
		enabled: isTaxed,
		liability: isTaxed ? { type: 'self' } : null,
		provider: isTaxed ? 'stripe' : null,
		status: isTaxed ? 'requires_location_inputs' : null,
	}
}

/** Calculates the tax of each line, now that the buyer has given an address. A second call changes nothing. */
export function calculateTax(
	world: StripeWorld,
	checkoutSession: StoredCheckoutSession,
	country: string,
): StoredCheckoutSession {
	if (!checkoutSession.automatic_tax.enabled) return checkoutSession
	const isManaged = checkoutSession.managed_payments?.enabled === true
	let total = 0
	let tax = 0
	for (const item of world.objects.children('item', checkoutSession.id)) {
		const product = world.objects.find('product', item.price.product)
		const code = typeof product?.tax_code === 'string' ? product.tax_code : undefined
		const british = code === undefined ? standardRate : (rates.get(code) ?? standardRate)
		// The shop is registered in the UK only.
		const foreign = isManaged ? (foreignRates.get(country) ?? 0) : 0
		const rate = country === 'GB' ? british : foreign
		const paid = item.amount_subtotal - item.amount_discount
		const isAdded = item.price.tax_behavior === 'exclusive'
		const amountTax = isAdded ? Math.round(paid * rate) : paid - Math.round(paid / (1 + rate))
		const amountTotal = isAdded ? paid + amountTax : paid
		world.objects.update('item', { ...item, amount_tax: amountTax, amount_total: amountTotal })
		total += amountTotal
		tax += amountTax
	}
	return world.objects.update('checkout.session', {
		...checkoutSession,
		amount_total: total,
		automatic_tax: { ...checkoutSession.automatic_tax, status: 'complete' },
		total_details: {
			amount_discount: checkoutSession.total_details?.amount_discount ?? 0,
			amount_shipping: 0,
			amount_tax: tax,
		},
	})
}
