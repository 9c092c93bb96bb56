import { useState } from 'react'
import { useRead } from '#admin/api/use-read.ts'
import { ExportButton } from '#admin/ui/export-button.tsx'
import { ListTable } from '#admin/ui/list-table.tsx'
import { pounds, todayInLondon, wholeDayName } from '#admin/ui/money/format.ts'
import type { Answer } from '#shared/admin/api.ts'
import { countryName } from '#shared/countries.ts'
import { lastDayOfQuarter, quarterOfMonth } from '#shared/quarter.ts'
import { Field } from '#web/ui/field.tsx'

type Row = Answer<'oss-return'>['rows'][number]

/** Shows the return to the one-stop shop of the quarter in which a month is. Shows nothing if the return is empty. */
export function OssReturn({ month }: { month: string }) {
	const quarter = quarterOfMonth(month)
	const { data } = useRead('oss-return', { quarter })
	if (data === undefined || data.rows.length === 0) return null
	return (
		<section aria-labelledby="oss-return">
			<div className="section-head">
				<h2 id="oss-return">EU one-stop shop, {quarter}</h2>
				<p className="margin-note">
					The VAT that you declare for the quarter up to {wholeDayName(lastDayOfQuarter(quarter))}, a month
					after it at the latest. Refunds of earlier quarters’ sales are declared as corrections of those
					quarters. This isn’t tax advice.
				</p>
			</div>
			<ListTable
				caption="The return to the one-stop shop"
				columns={[
					{
						title: 'Country and rate',
						cell: (row: Row) =>
							`${countryName(row.country)}, ${row.rate} %${row.quarter === quarter ? '' : `, correction of ${row.quarter}`}`,
					},
					{ title: 'Without VAT', cell: ({ net_pence }: Row) => pounds(net_pence), isNumber: true },
					{ title: 'VAT', cell: ({ vat_pence }: Row) => pounds(vat_pence), isNumber: true },
				]}
				rows={data.rows}
				keyOf={(row) => `${row.quarter} ${row.country} ${row.rate}`}
				empty={null}
			/>
			{todayInLondon() > lastDayOfQuarter(quarter) ? (
				<Export key={quarter} quarter={quarter} rows={data.rows} />
			) : (
				<p className="margin-note mt-3">You can export it in euros once the quarter is over.</p>
			)}
		</section>
	)
}

function Export({ quarter, rows }: { quarter: string; rows: readonly Row[] }) {
	const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
	const quarters = [...new Set([quarter, ...rows.map((row) => row.quarter)])]
	const rates = quarters.map((each) => `${each}=${(typed[each] ?? '').trim()}`).join(',')
	return (
		<div className="mt-4 grid max-w-80 gap-4">
			{quarters.map((each) => (
				<Field
					key={each}
					label={`Pounds for one euro on ${wholeDayName(lastDayOfQuarter(each))}`}
					hint="The European Central Bank’s rate of that day, or of its next day with one, such as 0.8734"
					inputMode="decimal"
					autoComplete="off"
					value={typed[each] ?? ''}
					onChange={(event) => setTyped({ ...typed, [each]: event.currentTarget.value })}
				/>
			))}
			<p>
				<ExportButton name="export-oss-return" input={{ quarter, rates }} label="Export the return" />
			</p>
		</div>
	)
}
