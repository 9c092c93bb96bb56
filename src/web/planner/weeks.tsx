import { formatPounds } from '#shared/money.ts'
import type { PlanFigures, PlanResult } from '#shared/planner/weeks.ts'
import { useScrollStop } from '#web/ui/focus.ts'
import { dayWords } from './words.ts'

/** Whether the money lasts, week by week, and what it went on. */
export function Weeks({ result }: { result: PlanResult }) {
	return result.isKnown ? (
		<KnownWeeks figures={result.figures} />
	) : (
		<p className="planner-part">The weeks appear once everything under “This week” is checked.</p>
	)
}

function KnownWeeks({ figures }: { figures: PlanFigures }) {
	const { weeks, now, spentOnPence, floorPence } = figures
	const scroller = useScrollStop()
	const spent = [...spentOnPence].filter(([, pence]) => pence !== 0)
	return (
		<>
			<section className="planner-part">
				<h2 className="text-subheading">Will it last?</h2>
				<p>{lastingWords(figures)}</p>
			</section>
			<section
				aria-label="The weeks of the plan"
				className="planner-weeks"
				ref={scroller.ref}
				tabIndex={scroller.tabIndex}
			>
				<table className="figures">
					<thead>
						<tr>
							{['Week of', 'Weekly number', 'Spent', 'Account, Sunday', 'In', 'Fixed'].map((heading) => (
								<th key={heading} scope="col">
									{heading}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{weeks
							.filter(({ stretch }) => stretch > 0)
							.map((week) => (
								<tr
									key={week.week}
									aria-current={week.week === now.week ? 'date' : undefined}
									data-begins={
										week.week > 1 && weeks[week.week - 2]?.stretch !== week.stretch ? '' : undefined
									}
								>
									<th scope="row">{dayWords(week.monday)}</th>
									<td>{formatPounds(week.weeklyNumberPence)}</td>
									<td>{orBlank(week.spentPence)}</td>
									<td className={week.lowestPence < floorPence ? 'text-brick' : undefined}>
										{formatPounds(week.accountPence)}
										{week.lowestPence < Math.min(floorPence, week.accountPence) ? (
											<span className="block">lowest {formatPounds(week.lowestPence)}</span>
										) : null}
									</td>
									<td>{orBlank(week.incomePence)}</td>
									<td>{orBlank(week.fixedPence + week.savedPence)}</td>
								</tr>
							))}
					</tbody>
				</table>
			</section>
			<p className="margin-note">
				“Fixed” contains what’s saved for goals. A line above a week: money that has to last until the next
				arrives in it.
			</p>
			{spent.length === 0 ? null : (
				<section className="planner-part">
					<h2 className="text-subheading">What it went on</h2>
					<ul className="planner-rows figures">
						{spent.map(([category, pence]) => (
							<li key={category} className="flex justify-between py-2">
								{category} <span>{formatPounds(pence)}</span>
							</li>
						))}
					</ul>
				</section>
			)}
		</>
	)
}

function orBlank(pence: number): string {
	return pence === 0 ? '' : formatPounds(pence)
}

function lastingWords({ pace, nextStretch, lowestPence, floorPence }: PlanFigures): string {
	const lowest = `If you keep to your number, the account’s lowest point is ${formatPounds(lowestPence)}.`
	if (pace === undefined)
		return `${lowest} How fast you spend isn’t known yet: it takes a week with payments.`
	const end =
		nextStretch === undefined
			? 'when the plan ends'
			: `before ${dayWords(nextStretch.monday)}, when the next money comes`
	const runsOut =
		pace.runsOut === undefined
			? ''
			: ` It goes below ${floorPence === 0 ? 'zero' : formatPounds(floorPence)} in the week of ${dayWords(pace.runsOut.monday)}.`
	return `Lately you spent ${formatPounds(pace.aWeekPence)} a week. If you go on like that, ${formatPounds(pace.leftPence)} is left ${end}.${runsOut} ${lowest}`
}
