import { useState } from 'react'
import { planDays } from '#shared/planner/checks.ts'
import type { Typed, TypedPlan } from '#shared/planner/typed-plan.ts'
import { AmountInput, SelectInput } from './inputs.tsx'
import { dayWords } from './words.ts'

interface PayThatCameProps {
	plan: TypedPlan
	change: (edit: (plan: TypedPlan) => TypedPlan) => void
	today: number
}

/** Takes what came in during a week, which then counts instead of what the plan expects of it. */
export function PayThatCame({ plan, change, today }: PayThatCameProps) {
	const days = planDays(plan)
	const begun = days === null ? 0 : Math.min(days.lastWeek, Math.floor((today - days.firstMonday) / 7) + 1)
	const [chosen, setChosen] = useState<number | null>(null)
	const week = chosen ?? begun
	const typed = plan.pay.find(({ row }) => row === week)?.amount ?? null
	// What is typed for a week that isn't in the list can be mended too.
	const last = Math.max(begun, ...plan.pay.map(({ row }) => row))
	if (days === null || last < 1) return null
	const put = (amount: Typed) =>
		change((before) => {
			const others = before.pay.filter(({ row }) => row !== week)
			return { ...before, pay: amount === null ? others : [...others, { row: week, amount }] }
		})
	return (
		<details id="planner-pay" className="planner-part planner-more">
			<summary>Was your pay different?</summary>
			<div className="planner-fields">
				<p>
					Type all that came in during a week, apart from loan instalments. It counts instead of what the plan
					expects.
				</p>
				<div className="planner-pair">
					<SelectInput
						label="In the week of"
						value={week}
						options={Array.from({ length: last }, (_, index) => [
							String(index + 1),
							dayWords(days.firstMonday + 7 * index),
						])}
						onChange={(next) => setChosen(next === null ? null : Number(next))}
					/>
					<AmountInput
						key={week}
						label="Came in, £"
						hint="Nothing came? Type 0. Empty: as planned."
						value={typed}
						onChange={put}
					/>
				</div>
			</div>
		</details>
	)
}
