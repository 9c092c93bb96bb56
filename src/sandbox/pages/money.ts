/** Formats an amount in the currency's smallest unit: `(1499, 'gbp')` -> `£14.99`. */
export function formatAmount(amount: number, currency: string): string {
	const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency: currency.toUpperCase() })
	return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
