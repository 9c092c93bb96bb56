import { ListTable } from '#admin/ui/list-table.tsx'
import { pounds } from '#admin/ui/money/format.ts'
import { SumNet } from '#admin/ui/money/movement-cells.tsx'
import type { Answer } from '#shared/admin/api.ts'

type Way = Answer<'books'>['ways'][number]

const names: Readonly<Record<Way['way'], string>> = {
	shop: 'You, in the UK or outside the EU',
	oss: 'You, through the EU’s one-stop shop',
	stripe: 'Stripe, which sold it in your place',
}

/** Tells apart who declares the VAT of a month's sales. Shows nothing if all of them are the shop's own. */
export function Ways({ ways }: Pick<Answer<'books'>, 'ways'>) {
	if (ways.every(({ way }) => way === 'shop')) return null
	return (
		<>
			<div className="section-head">
				<h2>Who declares the VAT</h2>
				<p className="margin-note">
					Where Stripe is the merchant of record, the VAT is Stripe’s to pay and no income of yours: ask your
					accountant how such sales go into your accounts.
				</p>
			</div>
			<ListTable
				caption="Figures by who declares the VAT"
				columns={[
					{ title: 'Who', cell: ({ way }: Way) => names[way], ownLine: true },
					{
						title: 'Sales',
						cell: ({ sales }: Way) => sales.toLocaleString('en-GB'),
						isNumber: true,
						onlyWide: true,
					},
					{ title: 'Gross', cell: ({ gross_pence }: Way) => pounds(gross_pence), isNumber: true },
					{
						title: 'Went back',
						cell: ({ refunded_pence, lost_pence }: Way) => pounds(-refunded_pence - lost_pence),
						isNumber: true,
						onlyWide: true,
					},
					{
						title: 'VAT of both',
						cell: ({ vat_pence, refunded_vat_pence, lost_vat_pence }: Way) =>
							pounds(vat_pence - refunded_vat_pence - lost_vat_pence),
						isNumber: true,
					},
					{ title: 'Net', cell: (sums: Way) => <SumNet of={sums} />, isNumber: true },
				]}
				rows={ways}
				keyOf={({ way }) => way}
				empty={null}
			/>
		</>
	)
}
