import { useRead } from '#admin/api/use-read.ts'
import { ListTable } from '#admin/ui/list-table.tsx'
import { addDays, pounds, todayInLondon } from '#admin/ui/money/format.ts'
import { BuyerOf, MovementName, stateOf, When } from '#admin/ui/money/movement-cells.tsx'
import { Empty } from '#admin/ui/states.tsx'

const shown = 8
const days = 90

/** Lists the latest sales and refunds as they happen. */
export function LastSales({ every }: { every: number }) {
	const to = todayInLondon()
	const read = useRead('sales', { from: addDays(to, 1 - days), to, limit: shown }, { every })
	return (
		<section aria-labelledby="last-sales">
			<div className="section-head">
				<h2 id="last-sales">Last sales</h2>
				<p className="margin-note">New ones appear by themselves.</p>
			</div>
			<ListTable
				caption="The last sales"
				columns={[
					{ title: 'When', cell: ({ at }) => <When at={at} /> },
					{ title: 'What', cell: (row) => <MovementName of={row} />, ownLine: true },
					{ title: 'Buyer', cell: (row) => <BuyerOf of={row} />, onlyWide: true },
					{ title: 'State', cell: stateOf, onlyWide: true },
					{ title: 'Gross', cell: ({ gross_pence }) => pounds(gross_pence), isNumber: true },
				]}
				rows={read.data?.rows}
				keyOf={({ place }) => place}
				hrefOf={({ purchase_id }) => `/sales/${purchase_id}`}
				read={read}
				empty={
					<Empty title="Nothing has been sold yet">
						The first sale appears here once Stripe confirms it.
					</Empty>
				}
			/>
		</section>
	)
}
