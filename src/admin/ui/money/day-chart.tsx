import { dayName, daysBetween, pounds, todayInLondon, wholeDayName } from '#admin/ui/money/format.ts'
import type { Figures } from '#shared/admin/sales.ts'

interface Day extends Figures {
	day: string
}

interface DayChartProps {
	days: readonly Day[]
	/** The days of the previous period, as many as `days`. */
	before: readonly Day[]
	/** What the bars show, such as "Gross". */
	name: string
	of: (figures: Figures) => number
	/** The height of the bars, in pixels. */
	height?: number
}

/** The largest number of bars that can be told apart. */
const mostBars = 62

interface Bar {
	day: string
	last: string
	pence: number
	pencesBefore: number
	isNow: boolean
}

/**
 * Draws a bar for each day or, for a long period, for several days together. The previous period is faint. The bar that includes
 * today is dotted.
 */
export function DayChart({ days, before, name, of, height = 180 }: DayChartProps) {
	const perBar = daysPerBar(days.length)
	const bars = barsOf(days, before, of, perBar)
	const by = perBar === 1 ? 'by day' : perBar === 7 ? 'by week' : `by ${perBar} days`
	const highest = Math.max(0, ...bars.map(({ pence, pencesBefore }) => Math.max(pence, pencesBefore)))
	const most = Math.max(1, highest)
	const slot = 100 / Math.max(1, bars.length)
	const tall = (pence: number) => (Math.max(0, pence) / most) * (height - 8)
	const [first, last] = [bars[0], bars.at(-1)]
	return (
		<figure className="day-chart">
			<figcaption>
				<span>
					{name} {by}; the highest bar is {pounds(highest)}
				</span>
				<span className="chart-key">
					<i className="key-now" /> this period <i className="key-before" /> the one before
				</span>
			</figcaption>
			<svg
				width="100%"
				height={height}
				role="img"
				aria-label={`${name} ${by}. The table below has the figures.`}
			>
				<line x1="0" x2="100%" y1={height - 0.5} y2={height - 0.5} className="chart-line" />
				{bars.map(({ day, last: end, pence, pencesBefore, isNow }, index) => (
					<g key={day}>
						<rect
							className="bar-before"
							x={`${index * slot + slot * 0.06}%`}
							width={`${slot * 0.88}%`}
							y={height - tall(pencesBefore)}
							height={tall(pencesBefore)}
						/>
						<rect
							className={isNow ? 'bar-now is-open' : 'bar-now'}
							x={`${index * slot + slot * 0.22}%`}
							width={`${slot * 0.56}%`}
							y={height - tall(pence)}
							height={tall(pence)}
						/>
						<rect className="bar-target" x={`${index * slot}%`} width={`${slot}%`} y="0" height={height}>
							<title>
								{`${day === end ? wholeDayName(day) : `${dayName(day)} – ${dayName(end)}`}: ${pounds(pence)}, before ${pounds(pencesBefore)}`}
							</title>
						</rect>
					</g>
				))}
			</svg>
			{first === undefined || last === undefined ? null : (
				<p className="chart-ends">
					<span>{dayName(first.day)}</span>
					<span>{last.last === todayInLondon() ? 'today' : dayName(last.last)}</span>
				</p>
			)}
			<details className="chart-table">
				<summary>The same as a table</summary>
				<div className="list-table">
					<table>
						<caption className="sr-only">
							{name} {by}
						</caption>
						<thead>
							<tr>
								<th scope="col">{perBar === 1 ? 'Day' : 'Days'}</th>
								<th scope="col" className="is-number">
									{name}
								</th>
								<th scope="col" className="is-number">
									Before
								</th>
							</tr>
						</thead>
						<tbody>
							{bars.toReversed().map(({ day, last: end, pence, pencesBefore }) => (
								<tr key={day}>
									<td>{day === end ? wholeDayName(day) : `${dayName(day)} – ${dayName(end)}`}</td>
									<td className="is-number">{pounds(pence)}</td>
									<td className="is-number">{pounds(pencesBefore)}</td>
								</tr>
							))}
						</tbody>
					</table>
				</div>
			</details>
		</figure>
	)
}

function daysPerBar(days: number): number {
	if (days <= mostBars) return 1
	return days <= 7 * mostBars ? 7 : Math.ceil(days / mostBars)
}

function barsOf(
	days: readonly Day[],
	before: readonly Day[],
	of: DayChartProps['of'],
	perBar: number,
): Bar[] {
	const first = days[0]?.day ?? ''
	const today = todayInLondon()
	const bars: Bar[] = []
	for (const [index, day] of days.entries()) {
		const place = Math.floor((daysBetween(first, day.day) - 1) / perBar)
		const bar = bars[place] ?? { day: day.day, last: day.day, pence: 0, pencesBefore: 0, isNow: false }
		const earlier = before[index]
		bars[place] = {
			...bar,
			last: day.day,
			pence: bar.pence + of(day),
			pencesBefore: bar.pencesBefore + (earlier === undefined ? 0 : of(earlier)),
			isNow: bar.isNow || day.day === today,
		}
	}
	return bars
}
