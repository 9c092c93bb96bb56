import { useSearchParams } from 'react-router'
import { useRead } from '#admin/api/use-read.ts'
import { OssReturn } from '#admin/pages/books/oss-return.tsx'
import { VatThreshold } from '#admin/pages/books/vat-threshold.tsx'
import { Ways } from '#admin/pages/books/ways.tsx'
import { ExportButton } from '#admin/ui/export-button.tsx'
import { ListTable } from '#admin/ui/list-table.tsx'
import { Definitions, FigureTiles } from '#admin/ui/money/figure-tiles.tsx'
import { addDays, pounds, todayInLondon, wholeDayName } from '#admin/ui/money/format.ts'
import { SumNet } from '#admin/ui/money/movement-cells.tsx'
import { PageFrame } from '#admin/ui/page-frame.tsx'
import { Select } from '#admin/ui/select.tsx'
import { Empty, Failed, Loading } from '#admin/ui/states.tsx'
import { timeOf } from '#admin/ui/times.ts'
import type { Answer } from '#shared/admin/api.ts'
import { countryName } from '#shared/countries.ts'
import { counted } from '#shared/wording.ts'

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Shows a month's figures for the accountant. */
export function Page() {
	const [query, setQuery] = useSearchParams()
	const filters = useRead('sales-filters', {})
	const today = todayInLondon()
	const lastMonth = addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7)
	const wanted = query.get('month') ?? ''
	const month = /^20\d\d-(0[1-9]|1[0-2])$/.test(wanted) ? wanted : lastMonth
	const { data, error, reload, updatedAt } = useRead('books', { month })
	return (
		<PageFrame
			title="The month for the accountant"
			note="What was sold, refunded and charged in a month, and how it was paid out."
			updatedAt={updatedAt}
			actions={<ExportButton name="export-books" input={{ month }} label="Export the month" />}
		>
			<div className="sales-filters">
				<Select
					label="Month"
					value={month}
					options={monthsFrom(filters.data?.first_day ?? null, month).map((value) => ({
						value,
						label: monthName.format(new Date(`${value}-01`)),
					}))}
					onChange={(value) => setQuery({ month: value })}
				/>
			</div>
			{error !== undefined && data === undefined ? (
				<Failed error={error} onRetry={reload} />
			) : data === undefined ? (
				<Loading lines={8} label="Adding up …" />
			) : (
				<>
					<section aria-label="Figures">
						<FigureTiles now={data.sums} />
						<p className="margin-note">
							{data.audit === null
								? 'No audit has compared this with Stripe yet.'
								: `The audit of ${timeOf(data.audit.at)} ${data.audit.differences === 0 ? 'found no difference between this and Stripe.' : `found ${counted(data.audit.differences, 'difference')} between the shop and Stripe.`}`}
						</p>
						<Countries countries={data.countries} />
						<Ways ways={data.ways} />
					</section>
					<Definitions />
					<Payouts payouts={data.payouts} />
				</>
			)}
			<OssReturn month={month} />
			<VatThreshold />
		</PageFrame>
	)
}

function Countries({ countries }: Pick<Answer<'books'>, 'countries'>) {
	return (
		<>
			<div className="section-head">
				<h2>By country</h2>
				<p className="margin-note">By the card’s billing address, as far as Stripe knows it.</p>
			</div>
			<ListTable
				caption="Figures by country"
				columns={[
					{ title: 'Country', cell: ({ country }) => countryName(country) },
					{
						title: 'Sales',
						cell: ({ sales }) => sales.toLocaleString('en-GB'),
						isNumber: true,
						onlyWide: true,
					},
					{ title: 'Gross', cell: ({ gross_pence }) => pounds(gross_pence), isNumber: true },
					{
						title: 'VAT',
						cell: ({ vat_pence }) => pounds(-vat_pence),
						isNumber: true,
					},
					{
						title: 'Refunds',
						cell: ({ refunded_pence, refunded_vat_pence }) => pounds(refunded_vat_pence - refunded_pence),
						isNumber: true,
						onlyWide: true,
					},
					{
						title: 'Lost disputes',
						cell: ({ lost_pence, lost_vat_pence }) => pounds(lost_vat_pence - lost_pence),
						isNumber: true,
						onlyWide: true,
					},
					{
						title: 'Fees',
						cell: ({ fee_pence }) => pounds(-fee_pence),
						isNumber: true,
						onlyWide: true,
					},
					{ title: 'Net', cell: (sums) => <SumNet of={sums} />, isNumber: true },
				]}
				rows={countries}
				keyOf={({ country }) => country ?? 'unknown'}
				empty={<Empty title="Nothing was sold in this month">Choose another month.</Empty>}
			/>
		</>
	)
}

function Payouts({ payouts }: Pick<Answer<'books'>, 'payouts'>) {
	return (
		<>
			<div className="section-head">
				<h2>By payout</h2>
				<p className="margin-note">
					A payout covers several days, so it may contain movements of other months too.
				</p>
			</div>
			<ListTable
				caption="The payouts with movements of this month"
				columns={[
					{
						title: 'Payout',
						cell: ({ id, arrives_on }) =>
							id === null || arrives_on === null
								? 'Not paid out yet, or payout not known'
								: `At the bank on ${wholeDayName(arrives_on)}`,
					},
					{ title: 'At Stripe', cell: ({ id }) => id ?? '', onlyWide: true },
					{
						title: 'Movements of this month',
						cell: ({ movements }) => movements.toLocaleString('en-GB'),
						isNumber: true,
						onlyWide: true,
					},
					{ title: 'Their net', cell: (sums) => <SumNet of={sums} />, isNumber: true },
					{
						title: 'Whole payout',
						cell: ({ amount_pence }) => (amount_pence === null ? '' : pounds(amount_pence)),
						isNumber: true,
					},
				]}
				rows={payouts}
				keyOf={({ id }) => id ?? 'none'}
				empty={<Empty title="No payout">Nothing from this month has to be paid out.</Empty>}
			/>
		</>
	)
}

/** Returns the months from the current one back to that of the first sale, newest first. Covers ten years at most. */
function monthsFrom(firstDay: string | null, shown: string): string[] {
	const first = (firstDay ?? todayInLondon()).slice(0, 7)
	const months: string[] = []
	let month = todayInLondon().slice(0, 7)
	while (month >= first && months.length < 120) {
		months.push(month)
		month = addDays(`${month}-01`, -1).slice(0, 7)
	}
	return months.includes(shown) ? months : [...months, shown]
}
