import type { SalesArea } from '#shared/where-we-sell.ts'
import type { CheckoutSession } from './payment-provider.ts'

/**
 * The standard rates of VAT in the European Union, in per cent, from the European Commission's Taxes in Europe Database
 * (https://ec.europa.eu/taxation_customs/tedb/) as of 23 September 2026. The lower rates that some countries have for electronic
 * publications are left out: they depend on what a guide is.
 */
const standardRates: Readonly<Record<string, number>> = {
	AT: 20,
	BE: 21,
	BG: 20,
	CY: 19,
	CZ: 21,
	DE: 19,
	DK: 25,
	EE: 24,
	ES: 21,
	FI: 25.5,
	FR: 20,
	GR: 24,
	HR: 25,
	HU: 27,
	IE: 23,
	IT: 22,
	LT: 21,
	LU: 17,
	LV: 21,
	MT: 18,
	NL: 21,
	PL: 23,
	PT: 23,
	RO: 21,
	SE: 25,
	SI: 22,
	SK: 23,
}

/** Returns the country whose VAT is due in a country: its own, or that of France in Monaco. */
function vatCountryOf(country: string): string {
	return country === 'MC' ? 'FR' : country
}

/** Returns the country in the European Union whose VAT is due in a country; null outside it. */
export function euVatCountryOf(country: string): string | null {
	const due = vatCountryOf(country)
	return standardRateOf(due) === undefined ? null : due
}

/** Returns a country's standard rate of VAT in per cent; undefined outside the European Union. */
function standardRateOf(country: string): number | undefined {
	return standardRates[country]
}

/** Returns the VAT, in pence, that a price in pence includes at a rate in per cent. */
function vatIncluded(pence: number, rate: number): number {
	return Math.round((pence * rate) / (100 + rate))
}

export interface OssVat {
	/** The owner's number at the one-stop shop. */
	number: string
	/** The country whose VAT it is, in two letters. */
	country: string
	/** In per cent. */
	rate: number
	pence: number
}

/**
 * Returns the VAT that the owner owes for a payment through the one-stop shop; undefined if it is due elsewhere or by Stripe. What
 * Stripe Tax has calculated doesn't count, so that all such sales follow one table.
 */
export function ossVatOf(
	{ area, ossNumber }: { area: SalesArea; ossNumber: string | null },
	{ billingCountry, soldBy, totalPence }: CheckoutSession,
): OssVat | undefined {
	if (area !== 'eu-by-oss' || ossNumber === null || soldBy === 'stripe' || billingCountry === null)
		return undefined
	const country = vatCountryOf(billingCountry)
	const rate = standardRateOf(country)
	if (rate === undefined) return undefined
	return { number: ossNumber, country, rate, pence: vatIncluded(totalPence, rate) }
}
