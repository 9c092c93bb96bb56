import type { Sales } from '#server/features/sales/list-sales.ts'
import { nameOf, periodOf } from '#server/features/sales/period.ts'
import { shortened, tableOf } from '#server/operations/admin-cli/table.ts'
import { formatPounds } from '#shared/money.ts'

const labels = { refund: 'refund', dispute: 'lost dispute', 'by hand': 'refund by hand' }

export function linesOfSales({
	from,
	to,
	movements,
	older,
	sold,
	sold_vat_pence,
	refunded,
	lost_in_disputes,
	left_pence,
}: Sales): string[] {
	return [
		`${nameOf(periodOf({ from, to }))}, London time`,
		...tableOf(
			[
				{ title: 'Day' },
				{ title: 'Receipt' },
				{ title: 'Amount', isNumber: true },
				{ title: 'What' },
				{ title: 'Who' },
			],
			movements.map(({ day, receipt, amount_pence, kind, product, email }) => [
				day,
				receipt ?? '',
				`${kind === 'sale' ? '' : '-'}${formatPounds(amount_pence)}`,
				kind === 'sale' ? product : `${labels[kind]}, ${product}`,
				shortened(email ?? 'account deleted', 40),
			]),
		),
		...(older > 0
			? [
					`and ${older.toLocaleString('en-GB')} older ones: npm run admin -- export ${from}..${to} --to sales.csv writes all of them to a file`,
				]
			: []),
		'',
		`${sold.count} sold for ${formatPounds(sold.pence)}, of which VAT ${formatPounds(sold_vat_pence)}`,
		`${refunded.count} refunded: ${formatPounds(refunded.pence)}`,
		`${lost_in_disputes.count} lost in disputes: ${formatPounds(lost_in_disputes.pence)}`,
		`Left before Stripe’s fees: ${formatPounds(left_pence)}`,
	]
}
