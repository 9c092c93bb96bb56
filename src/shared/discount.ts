/** What buyers type, and links contain, in capitals or small letters. */
export const codePattern = /^[a-z0-9]{3,20}$/i

interface TakesOff {
	/** Exactly one of these two is set. */
	percent_off?: number | null | undefined
	off_pence?: number | null | undefined
}

/** Returns how much a discount code takes off a price, in pence. */
export function discountOf({ percent_off: percent, off_pence: pence }: TakesOff, pricePence: number): number {
	return percent == null ? (pence ?? 0) : Math.round((pricePence * percent) / 100)
}
