import { useState } from 'react'
import { Link } from 'react-router'
import { useRead } from '#admin/api/use-read.ts'
import { DayChart } from '#admin/ui/money/day-chart.tsx'
import { Definitions, FigureTiles } from '#admin/ui/money/figure-tiles.tsx'
import { addDays, todayInLondon } from '#admin/ui/money/format.ts'
import { Failed, Loading } from '#admin/ui/states.tsx'
import type { Answer } from '#shared/admin/api.ts'
import { addFigures, noFigures } from '#shared/admin/figures.ts'
import type { Figures } from '#shared/admin/sales.ts'

type Days = Answer<'sales-figures'>['period']['days']

/** The number of days in the longest period. Its figures are read once for all periods, so that switching is instant. */
const longest = 28
const periods = [
	{ days: 1, name: 'Today', before: 'yesterday' },
	{ days: 7, name: '7 days', before: 'before' },
	{ days: longest, name: '28 days', before: 'before' },
] as const

/** Shows the figures for today, for seven days or for 28 days, compared with the period before. */
export function Money() {
	const [shown, show] = useState<(typeof periods)[number]>(periods[2])
	const to = todayInLondon()
	const { data, error, reload } = useRead(
		'sales-figures',
		{ from: addDays(to, 1 - longest), to },
		{ every: 60 },
	)
	const days = data === undefined ? [] : [...data.before.days, ...data.period.days]
	const now = days.slice(days.length - shown.days)
	const before = days.slice(days.length - 2 * shown.days, days.length - shown.days)
	// For a single day the chart shows a week, because one bar would say little.
	const inChart = shown.days === 1 ? 7 : shown.days
	return (
		<section aria-labelledby="money">
			<div className="section-head">
				<h2 id="money">Money</h2>
				<fieldset className="switch">
					<legend className="sr-only">Period</legend>
					{periods.map((period) => (
						<button
							key={period.days}
							type="button"
							aria-pressed={period === shown}
							onClick={() => show(period)}
						>
							{period.name}
						</button>
					))}
				</fieldset>
				<Link to="/sales" className="link inline-flex min-h-11 items-center">
					All sales
				</Link>
			</div>
			{error !== undefined && data === undefined ? (
				<Failed error={error} onRetry={reload} />
			) : data === undefined ? (
				<Loading lines={6} label="Adding up …" />
			) : (
				<>
					<FigureTiles now={sumOf(now)} before={sumOf(before)} beforeName={shown.before} />
					<DayChart
						name="Gross"
						of={({ gross_pence }) => gross_pence}
						days={days.slice(days.length - inChart)}
						before={days.slice(days.length - 2 * inChart, days.length - inChart)}
					/>
					<Definitions />
				</>
			)}
		</section>
	)
}

function sumOf(days: Days): Figures {
	return days.reduce<Figures>((sum, day) => addFigures(sum, day), noFigures)
}
