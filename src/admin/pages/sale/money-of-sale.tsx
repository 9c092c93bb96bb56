import { ProviderId } from '#admin/pages/sale/facts.tsx'
import { ListTable } from '#admin/ui/list-table.tsx'
import { pounds, wholeDayName } from '#admin/ui/money/format.ts'
import { Fee, kindName, Net, netOf, When } from '#admin/ui/money/movement-cells.tsx'
import { Empty } from '#admin/ui/states.tsx'
import { timeOf } from '#admin/ui/times.ts'
import type { Answer } from '#shared/admin/api.ts'

/** Shows what the sale brought in and what was refunded, each with its fee and its payout. Also shows what is left. */
export function MoneyOfSale({ sale: { movements, failed_refunds, price_pence } }: { sale: Answer<'sale'> }) {
	const payouts = new Map(movements.flatMap(({ payout }) => (payout === null ? [] : [[payout.id, payout]])))
	return (
		<section aria-labelledby="money">
			<h2 id="money" className="section-title">
				Money
			</h2>
			<ListTable
				caption="What the sale brought in, and what went back"
				columns={[
					{ title: 'When', cell: ({ at }) => <When at={at} /> },
					{ title: 'What', cell: ({ kind }) => kindName(kind) },
					{ title: 'Gross', cell: ({ gross_pence }) => pounds(gross_pence), isNumber: true },
					{ title: 'VAT', cell: ({ vat_pence }) => pounds(vat_pence), isNumber: true, onlyWide: true },
					{ title: 'Fee', cell: (movement) => <Fee of={movement} />, isNumber: true, onlyWide: true },
					{ title: 'Net', cell: (movement) => <Net of={movement} />, isNumber: true },
				]}
				rows={movements}
				keyOf={({ kind, at, gross_pence }) => `${kind} ${at} ${gross_pence}`}
				empty={
					<Empty title={price_pence === 0 ? 'Nothing was charged' : 'Nothing was paid'}>
						{price_pence === 0
							? 'The guide was free.'
							: 'The sale is listed here once Stripe confirms the payment.'}
					</Empty>
				}
			/>
			{movements.length === 0 ? null : <p className="mt-3">{whatIsLeft(movements)}</p>}
			{failed_refunds.map(({ id, at, amount_pence }) => (
				<p key={id} className="text-brick">
					A refund of {pounds(amount_pence)} has failed or was cancelled, {timeOf(at)}: the money is still
					with you. <span className="wrap-anywhere select-all">{id}</span>
				</p>
			))}
			{[...payouts.values()].map((payout) => (
				<p key={payout.id} className="text-soft">
					Paid out, due at the bank on {wholeDayName(payout.arrives_on)}: <ProviderId of={payout} />
				</p>
			))}
			{movements.length > 0 && movements.some(({ payout }) => payout === null) ? (
				<p className="text-soft">
					{payouts.size === 0
						? 'Not paid out yet, or the payout isn’t known.'
						: 'The rest isn’t paid out yet, or its payout isn’t known.'}
				</p>
			) : null}
		</section>
	)
}

function whatIsLeft(movements: Answer<'sale'>['movements']): string {
	const missing = movements.filter(({ fee_pence }) => fee_pence === null).length
	if (missing > 0)
		return `What is left isn’t known yet: ${missing === 1 ? 'a fee is' : `${missing} fees are`} missing.`
	return `Left over: ${pounds(movements.reduce((sum, movement) => sum + (netOf(movement) ?? 0), 0))}.`
}
