import { formatPounds } from '#shared/money.ts'
import { withPaymentAnswered } from '#shared/planner/answers.ts'
import type { Place } from '#shared/planner/problem.ts'
import type { TypedPlan } from '#shared/planner/typed-plan.ts'
import type { PlanFigures, PlanResult } from '#shared/planner/weeks.ts'
import { Button } from '#web/ui/button.tsx'
import { BankBalance } from './bank-balance.tsx'
import { Checks } from './checks.tsx'
import { PayThatCame } from './pay-that-came.tsx'
import { Payments } from './payments.tsx'
import type { PlanStore } from './plan-store.ts'
import { QuickAdd } from './quick-add.tsx'
import { dayWords, verdictWords } from './words.ts'

interface ThisWeekProps {
	plan: TypedPlan
	result: PlanResult
	store: PlanStore
	today: number
	onMend: (place: Place) => void
}

/** What is safe to spend this week, and what has been spent in it. */
export function ThisWeek({ plan, result, store, today, onMend }: ThisWeekProps) {
	const monday = result.isKnown ? result.figures.now.monday : today
	const ofWeek = plan.spending.filter(
		({ date }) => typeof date === 'number' && date >= monday && date < monday + 7,
	)
	return (
		<div className="planner-week">
			<div>
				<div role="status" className="planner-number">
					{result.isKnown ? (
						<SafeNumber figures={result.figures} />
					) : (
						<>
							<p className="planner-safe">No number yet</p>
							<p>Because it would be a wrong one. Check what’s listed below, and it comes.</p>
						</>
					)}
				</div>
				{result.isKnown ? (
					<Verdict figures={result.figures} plan={plan} store={store} onMend={onMend} />
				) : (
					<Checks plan={plan} problems={result.problems} store={store} onMend={onMend} />
				)}
			</div>
			<div>
				<QuickAdd store={store} today={today} />
				{ofWeek.length === 0 ? null : (
					<section aria-label="Spent this week" className="planner-part">
						<h2 className="text-subheading">Spent this week</h2>
						<Payments payments={ofWeek} problems={result.problems} store={store} />
					</section>
				)}
			</div>
			<div>
				<PayThatCame plan={plan} change={store.change} today={today} />
				<BankBalance plan={plan} result={result} change={store.change} today={today} />
			</div>
		</div>
	)
}

/** What is left for this week is what counts on a phone; what was safe at its start is beside it. */
function SafeNumber({ figures: { now, safeToSpendPence, weeks } }: { figures: PlanFigures }) {
	const leftPence = safeToSpendPence - now.spentPence
	const count = weeks.filter(({ stretch }) => stretch > 0).length
	return (
		<>
			<p className="planner-safe figures">
				<span className={leftPence < 0 ? 'text-brick' : 'marked'}>{formatPounds(Math.abs(leftPence))}</span>
			</p>
			<p className="text-lead">
				{leftPence < 0
					? safeToSpendPence < 0
						? 'short this week'
						: 'more spent than was safe this week'
					: now.spentPence === 0
						? 'safe to spend this week'
						: 'still safe to spend this week'}
			</p>
			<p className="margin-note figures">
				Week {now.week} of {count}, {dayWords(now.monday)} to {dayWords(now.monday + 6)}: safe to spend{' '}
				{formatPounds(safeToSpendPence)}, spent {formatPounds(now.spentPence)}. Weekly number{' '}
				{formatPounds(now.weeklyNumberPence)}.
			</p>
		</>
	)
}

interface VerdictProps {
	figures: PlanFigures
	plan: TypedPlan
	store: PlanStore
	onMend: (place: Place) => void
}

function Verdict({ figures: { verdict }, plan, store, onMend }: VerdictProps) {
	const row = verdict.kind === 'sameTwice' || verdict.kind === 'asMuchAsCost' ? verdict.row : null
	return (
		<div className="planner-verdict">
			<p>{verdictWords(verdict, plan)}</p>
			{row === null ? null : (
				<div className="planner-buttons">
					<Button variant="secondary" size="small" onClick={() => onMend({ of: 'spending', row, name: '' })}>
						Change it
					</Button>
					<Button
						variant="quiet"
						size="small"
						onClick={() => store.change((before) => withPaymentAnswered(before, row))}
					>
						It’s right
					</Button>
				</div>
			)}
		</div>
	)
}
