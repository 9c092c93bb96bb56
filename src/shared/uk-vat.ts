/** How UK VAT treats a guide that is sold: an e-book that is read is zero-rated since May 2020, and what is filled in is not. */
export const ukVatRates = ['standard', 'zero'] as const
export type UkVatRate = (typeof ukVatRates)[number]

/** Stripe's tax codes by which it finds the rate: of stand-alone documents, and of digital books that buyers keep. */
export const taxCodes: Readonly<Record<UkVatRate, string>> = {
	standard: 'txcd_10503000',
	zero: 'txcd_10302000',
}

/** Returns the rate of a tax code. Codes that the shop doesn't know are taxed at the standard rate here. */
export function ukVatRateOf(taxCode: string): UkVatRate {
	return taxCode === taxCodes.zero ? 'zero' : 'standard'
}
