import { Link, useSearchParams } from 'react-router'
import { readApi } from '#admin/api/call-api.ts'
import { type Read, useRead } from '#admin/api/use-read.ts'
import { type Filter, fields, filterIn } from '#admin/pages/sales/filter.ts'
import { Filters } from '#admin/pages/sales/filters.tsx'
import { Views } from '#admin/pages/sales/views.tsx'
import { useMe } from '#admin/session/session.ts'
import { ExportButton } from '#admin/ui/export-button.tsx'
import { type Column, ListTable } from '#admin/ui/list-table.tsx'
import { DayChart } from '#admin/ui/money/day-chart.tsx'
import { Definitions, FigureTiles } from '#admin/ui/money/figure-tiles.tsx'
import { pounds, todayInLondon } from '#admin/ui/money/format.ts'
import { BuyerOf, Fee, MovementName, Net, stateOf, When } from '#admin/ui/money/movement-cells.tsx'
import { PageFrame } from '#admin/ui/page-frame.tsx'
import { Empty, Failed, Loading } from '#admin/ui/states.tsx'
import { useOlder } from '#admin/ui/use-older.ts'
import type { Answer } from '#shared/admin/api.ts'
import { Button } from '#web/ui/button.tsx'

export function Page() {
	const [query, setQuery] = useSearchParams()
	const { role } = useMe()
	const filter = filterIn(query)
	const order = query.get('order') === 'oldest' ? 'oldest' : 'newest'
	const read = useRead('sales', { ...filter, order })
	const seesSums = role !== 'helper'
	const figures = useRead('sales-figures', filter, { enabled: seesSums })
	const { rows, older } = useOlder(read.data, (next) =>
		readApi('sales', { ...filter, order, [order === 'newest' ? 'before' : 'after']: next }),
	)
	const isFiltered = fields.some((field) => query.has(field))

	function change(values: Record<string, string>) {
		setQuery((last) => {
			for (const [name, value] of Object.entries(values))
				if (value === '') last.delete(name)
				else last.set(name, value)
			return last
		})
	}
	function reload() {
		read.reload()
		figures.reload()
	}
	return (
		<PageFrame
			title="Sales"
			note="Every sale, refund and lost dispute, by its day in London."
			updatedAt={read.updatedAt}
			actions={
				seesSums ? (
					<>
						<Link to="/sales/books" className="link inline-flex min-h-11 items-center">
							The month for the accountant
						</Link>
						<ExportButton name="export-sales" input={filter} label="Export these sales" />
					</>
				) : null
			}
		>
			<Views query={query} />
			<Filters query={query} filter={filter} change={change} />
			{seesSums ? <Figures filter={filter} figures={figures} /> : null}
			<NewSales filter={filter} newest={order === 'newest' ? rows?.[0]?.place : undefined} onShow={reload} />
			<ListTable
				caption={`Sales, ${order} first`}
				columns={columns}
				rows={rows}
				keyOf={({ place }) => place}
				hrefOf={({ purchase_id }) => `/sales/${purchase_id}`}
				read={read}
				empty={
					isFiltered ? (
						<Empty title="Nothing matches">
							<Button
								size="small"
								variant="secondary"
								onClick={() => change(Object.fromEntries(fields.map((field) => [field, ''])))}
							>
								Show all of this period
							</Button>
						</Empty>
					) : (
						<Empty title="Nothing was sold in this period">
							A longer one may have sales. Each appears here once Stripe confirms it.
						</Empty>
					)
				}
				older={older}
				olderLabel={order === 'newest' ? 'Older' : 'Newer'}
			/>
		</PageFrame>
	)
}

/** Shows the sums of a period beside those of the period before, and a chart of its days. */
function Figures({ filter, figures }: { filter: Filter; figures: Read<Answer<'sales-figures'>> }) {
	const { data, error, loading, reload } = figures
	return (
		<section aria-label="Figures" className="sales-figures">
			{error !== undefined && data === undefined ? (
				<Failed error={error} onRetry={reload} />
			) : data === undefined ? (
				<Loading lines={6} label="Adding up …" />
			) : (
				<div className="figures-row" data-loading={loading || undefined}>
					<FigureTiles now={data.period.sums} before={data.before.sums} />
					<DayChart days={data.period.days} before={data.before.days} height={104} {...shownIn(filter)} />
				</div>
			)}
			<Definitions />
		</section>
	)
}

const columns: Column<Answer<'sales'>['rows'][number]>[] = [
	{ title: 'When', cell: ({ at }) => <When at={at} /> },
	{ title: 'What', cell: (row) => <MovementName of={row} />, ownLine: true },
	{
		title: 'Receipt',
		cell: ({ receipt }) => <span className="whitespace-nowrap">{receipt ?? ''}</span>,
		onlyWide: true,
	},
	{ title: 'Buyer', cell: (row) => <BuyerOf of={row} />, onlyWide: true },
	{ title: 'State', cell: stateOf, onlyWide: true },
	{ title: 'Gross', cell: ({ gross_pence }) => pounds(gross_pence), isNumber: true },
	{ title: 'VAT', cell: ({ vat_pence }) => pounds(vat_pence), isNumber: true, onlyWide: true },
	{ title: 'Fee', cell: (row) => <Fee of={row} />, isNumber: true, onlyWide: true },
	{ title: 'Net', cell: (row) => <Net of={row} />, isNumber: true },
]

const seconds = 15
const most = 100

interface NewSalesProps {
	filter: Filter
	/** The cursor of the newest row; undefined if the list does not begin with the newest row. */
	newest: string | undefined
	onShow: () => void
}

/** Says how many sales are new since the list was loaded. They are added only on request, so that rows don't jump. */
function NewSales({ filter, newest, onShow }: NewSalesProps) {
	const { data } = useRead(
		'count-new-sales',
		{ ...filter, after: newest ?? '' },
		{ every: seconds, enabled: newest !== undefined && filter.to >= todayInLondon() },
	)
	const count = newest === undefined ? 0 : (data?.count ?? 0)
	return (
		<div aria-live="polite">
			{count === 0 ? null : (
				<button type="button" className="new-bar" onClick={onShow}>
					{count >= most ? `${most} or more are new` : count === 1 ? '1 is new' : `${count} are new`}: show{' '}
					{count === 1 ? 'it' : 'them'}
				</button>
			)}
		</div>
	)
}

/** Returns what the chart shows. It depends on the filter: charges, refunds, lost disputes or fees. */
function shownIn({ what }: Filter): Pick<Parameters<typeof DayChart>[0], 'name' | 'of'> {
	if (what === 'refunds') return { name: 'Refunded', of: ({ refunded_pence }) => refunded_pence }
	if (what === 'disputes') return { name: 'Lost', of: ({ lost_pence }) => lost_pence }
	if (what === 'returned') return { name: 'Fees', of: ({ fee_pence }) => fee_pence }
	return { name: 'Gross', of: ({ gross_pence }) => gross_pence }
}
