import type { Figures } from './sales.ts'

// In a file of its own, so that the pages don't load the schemas.

export const noFigures: Figures = {
	sales: 0,
	gross_pence: 0,
	vat_pence: 0,
	refunds: 0,
	refunded_pence: 0,
	refunded_vat_pence: 0,
	disputes_lost: 0,
	lost_pence: 0,
	lost_vat_pence: 0,
	fee_pence: 0,
	fees_unknown: 0,
	net_pence: 0,
}

export function addFigures(one: Figures, other: Figures): Figures {
	return {
		sales: one.sales + other.sales,
		gross_pence: one.gross_pence + other.gross_pence,
		vat_pence: one.vat_pence + other.vat_pence,
		refunds: one.refunds + other.refunds,
		refunded_pence: one.refunded_pence + other.refunded_pence,
		refunded_vat_pence: one.refunded_vat_pence + other.refunded_vat_pence,
		disputes_lost: one.disputes_lost + other.disputes_lost,
		lost_pence: one.lost_pence + other.lost_pence,
		lost_vat_pence: one.lost_vat_pence + other.lost_vat_pence,
		fee_pence: one.fee_pence + other.fee_pence,
		fees_unknown: one.fees_unknown + other.fees_unknown,
		net_pence: one.net_pence + other.net_pence,
	}
}

/** What each figure means, as shown beside the figures. */
export const definitions = [
	['Sale', 'Counted on the day, in London, on which Stripe confirms the payment. Free guides aren’t sales.'],
	['Gross', 'What was charged, after discounts and with VAT.'],
	[
		'VAT',
		'The VAT in the gross amount, as stated on the receipts. If the rate changes, past sales keep theirs.',
	],
	[
		'Refunds',
		'What was refunded, without its VAT, on the day of the refund. The figures of the day of the sale stay as they were.',
	],
	['Lost disputes', 'What banks have taken back permanently for their customers, without its VAT.'],
	[
		'Fees',
		'What Stripe has charged. The shop reads the fees every hour; until then, net is “at most”. Stripe keeps its fee if a sale is refunded.',
	],
	['Net', 'Gross less VAT, refunds, lost disputes and fees.'],
	[
		'Paid out',
		'What Stripe has sent to your bank. A payout covers several days, so this isn’t the net of a month.',
	],
] as const
