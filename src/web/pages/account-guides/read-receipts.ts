import { poundsToPence } from '#shared/money.ts'
import { dateIn, field, numberIn, textIn } from './fields.ts'

/** The receipt of one payment, as it was at the sale. */
export interface Receipt {
	number: string
	productName: string
	/** What was paid, VAT included where any was due, and how much of it was VAT. */
	amountPence: number
	vatPence: number
	paidAt: Date
	/** Null on a test shop, where nothing is sold. */
	seller: { name: string; address: string; email: string; vatNumber: string | null } | null
	/** What was agreed to at the checkout. */
	consent: { wording: string; at: Date } | null
	/** What has become of the purchase since. */
	since: 'refunded' | 'disputed' | null
}

export function readReceipts(receipts: readonly unknown[], purchases: readonly unknown[]): Receipt[] {
	return receipts.flatMap((row) => {
		const purchase = purchases.find((other) => field(other, 'id') === field(row, 'purchase_id'))
		return readReceipt(row, textIn(purchase, 'status')) ?? []
	})
}

function readReceipt(row: unknown, status: string | null): Receipt | null {
	const [number, productName] = [textIn(row, 'number'), textIn(row, 'product_name')]
	const [amount, vat, paidAt] = [numberIn(row, 'amount'), numberIn(row, 'vat'), dateIn(row, 'paid_at')]
	if (number === null || productName === null || amount === null || paidAt === null) return null
	const [name, address, email] = ['seller_name', 'seller_address', 'seller_email'].map((part) =>
		textIn(row, part),
	)
	const [wording, at] = [textIn(row, 'consent_wording'), dateIn(row, 'consent_at')]
	return {
		number,
		productName,
		amountPence: poundsToPence(amount),
		vatPence: poundsToPence(vat ?? 0),
		paidAt,
		seller:
			name && address && email ? { name, address, email, vatNumber: textIn(row, 'seller_vat_number') } : null,
		consent: wording !== null && at !== null ? { wording, at } : null,
		since: status === 'refunded' || status === 'disputed' ? status : null,
	}
}
