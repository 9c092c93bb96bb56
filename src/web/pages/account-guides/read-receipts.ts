import { poundsToPence } from '#shared/money.ts'
import { vatName } from '#shared/vat-name.ts'
import { dateIn, field, numberIn, textIn } from '#web/session/read-fields.ts'

/** The receipt of a payment, as issued at the sale. */
export interface Receipt {
	number: string
	purchaseId: string | null
	productName: string
	/** The names of its guides, if a bundle was bought. */
	guides: string[]
	/** The provider's id of the payment page; null if the purchase is missing. */
	paymentReference: string | null
	/** What was paid, including VAT, and how much of it was VAT. */
	amountPence: number
	vatPence: number
	/** “VAT”, or that of which country at which rate. */
	vatName: string
	/** How much a code took off the price; null if no code was used. */
	discount: { pence: number; code: string | null } | null
	paidAt: Date
	/** Null in a test shop, where nothing is sold. */
	seller: { name: string; address: string; email: string; vatNumber: string | null } | null
	/** What the buyer agreed to at the checkout. */
	consent: { wording: string; at: Date } | null
	/** When it was issued, if that was long after the payment; otherwise null. */
	issuedLateAt: Date | null
	/** The refunds since the payment, oldest first. */
	refunds: Refund[]
	/** The state of the purchase, if it has changed since the payment. */
	since: 'refunded' | 'disputed' | null
}

export interface Refund {
	amountPence: number
	at: Date
	/** Whether the buyer’s bank returned the money, rather than the shop. */
	isByBank: boolean
}

interface Rows {
	receipts?: readonly unknown[] | undefined
	purchases?: readonly unknown[] | undefined
	refunds?: readonly unknown[] | undefined
}

export function readReceipts({ receipts = [], purchases = [], refunds = [] }: Rows): Receipt[] {
	return receipts.flatMap((row) => {
		const purchaseId = field(row, 'purchase_id')
		const purchase = purchases.find((other) => field(other, 'id') === purchaseId)
		const returned = refunds.filter((refund) => field(refund, 'purchase_id') === purchaseId)
		return (
			readReceipt(
				row,
				purchase,
				purchases.flatMap((part) =>
					textIn(part, 'part_of') === purchaseId ? (textIn(part, 'product_name') ?? []) : [],
				),
				returned.flatMap((refund) => readRefund(refund) ?? []),
			) ?? []
		)
	})
}

function readRefund(row: unknown): Refund | null {
	const [amount, at] = [numberIn(row, 'amount'), dateIn(row, 'at')]
	if (amount === null || at === null) return null
	return { amountPence: poundsToPence(amount), at, isByBank: textIn(row, 'kind') === 'dispute' }
}

function readReceipt(row: unknown, purchase: unknown, guides: string[], refunds: Refund[]): Receipt | null {
	const [number, productName] = [textIn(row, 'number'), textIn(row, 'product_name')]
	const [amount, vat, paidAt] = [numberIn(row, 'amount'), numberIn(row, 'vat'), dateIn(row, 'paid_at')]
	if (number === null || productName === null || amount === null || paidAt === null) return null
	const [name, address, email] = ['seller_name', 'seller_address', 'seller_email'].map((part) =>
		textIn(row, part),
	)
	const status = textIn(purchase, 'status')
	const discountPence = numberIn(row, 'discount_pence')
	const [wording, at] = [textIn(row, 'consent_wording'), dateIn(row, 'consent_at')]
	return {
		number,
		purchaseId: textIn(row, 'purchase_id'),
		productName,
		guides,
		paymentReference: textIn(purchase, 'stripe_session_id'),
		amountPence: poundsToPence(amount),
		vatPence: poundsToPence(vat ?? 0),
		vatName: vatName({ country: textIn(row, 'vat_country'), rate: numberIn(row, 'vat_rate') }),
		discount: discountPence === null ? null : { pence: discountPence, code: textIn(row, 'discount_code') },
		paidAt,
		seller:
			name && address && email ? { name, address, email, vatNumber: textIn(row, 'seller_vat_number') } : null,
		consent: wording !== null && at !== null ? { wording, at } : null,
		issuedLateAt: dateIn(row, 'issued_late_at'),
		refunds,
		since: status === 'refunded' || status === 'disputed' ? status : null,
	}
}
