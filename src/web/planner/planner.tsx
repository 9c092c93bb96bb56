import { useEffect, useMemo, useState } from 'react'
import type { Place } from '#shared/planner/problem.ts'
import { calculatePlan } from '#shared/planner/weeks.ts'
import { BankPaste } from './bank-paste.tsx'
import { FirstQuestions } from './first-questions.tsx'
import { Payments } from './payments.tsx'
import { PlanForm } from './plan-form.tsx'
import { rowId } from './rows.tsx'
import { ThisWeek } from './this-week.tsx'
import { Weeks } from './weeks.tsx'
import { YourNumbers, type YourNumbersProps } from './your-numbers.tsx'
import './planner.css'

/** Not `Tabs`: as a file for two pages, they would weigh more on the page for signing in. */
const views = { week: 'This week', spending: 'Spending', plan: 'Plan', weeks: 'Weeks' } as const
type View = keyof typeof views

function isView(name: string): name is View {
	return name in views
}

/** The budget planner: this week's number, and all that it is worked out from. Its rules are those of the workbook. */
export function Planner({ store, today, loadWorkbook }: YourNumbersProps) {
	const { plan } = store
	const [view, setView] = useState<View>('week')
	const [target, setTarget] = useState<string | null>(null)
	const result = useMemo(() => plan && calculatePlan(plan, today), [plan, today])

	useEffect(() => {
		if (target === null) return
		const part = document.getElementById(target)
		if (part instanceof HTMLDetailsElement) part.open = true
		part?.querySelector<HTMLElement>('summary, input, select, button')?.focus()
		setTarget(null)
	}, [target])

	function mend(place: Place) {
		const [next, id] = whereToMend(place)
		setView(next)
		setTarget(id)
	}

	if (plan === null || result === null)
		return (
			<div className="planner">
				<FirstQuestions today={today} onDone={store.replace} />
				<YourNumbers store={store} today={today} loadWorkbook={loadWorkbook} />
			</div>
		)
	const { problems } = result
	return (
		<div className="planner">
			<nav aria-label="Parts of the planner" className="planner-views">
				{Object.entries(views).map(([name, label]) => (
					<button
						key={name}
						type="button"
						aria-current={name === view ? 'page' : undefined}
						onClick={() => setView(isView(name) ? name : 'week')}
					>
						{label}
					</button>
				))}
			</nav>
			{view === 'week' ? (
				<ThisWeek plan={plan} result={result} store={store} today={today} onMend={mend} />
			) : null}
			{view === 'spending' ? (
				<>
					<BankPaste plan={plan} store={store} today={today} />
					{plan.spending.length === 0 ? (
						<p className="planner-part">Nothing yet. Add what you spend under “This week”.</p>
					) : (
						<section id="planner-payments" aria-label="All payments" className="planner-part">
							<Payments payments={plan.spending} problems={problems} store={store} />
						</section>
					)}
				</>
			) : null}
			{view === 'plan' ? <PlanForm plan={plan} problems={problems} store={store} /> : null}
			{view === 'weeks' ? <Weeks result={result} /> : null}
			<YourNumbers store={store} today={today} loadWorkbook={loadWorkbook} />
		</div>
	)
}

function whereToMend(place: Place): [view: View, id: string] {
	switch (place.of) {
		case 'field':
			return place.field === 'bank' || place.field === 'bankDate'
				? ['week', 'planner-bank']
				: [
						'plan',
						place.field === 'fixed'
							? 'planner-costs'
							: place.field === 'categories'
								? 'planner-categories'
								: 'planner-period',
					]
		case 'pay':
			return ['week', 'planner-pay']
		case 'week':
		case 'category':
			return ['spending', 'planner-payments']
		case 'spending':
			return ['spending', rowId('spending', place.row)]
		default:
			return ['plan', rowId(place.of, place.row)]
	}
}
