import { useId, useState } from 'react'
import { formatPounds } from '#shared/money.ts'
import { nextRow } from '#shared/planner/answers.ts'
import { rooms } from '#shared/planner/choices.ts'
import { categoriesIn } from '#shared/planner/questions.ts'
import type { Typed } from '#shared/planner/typed-plan.ts'
import { Button } from '#web/ui/button.tsx'
import { AmountInput, DayInput, TextInput } from './inputs.tsx'
import { changeWithUndo, type PlanStore } from './plan-store.ts'
import { dayWords } from './words.ts'

/** Adds a payment of today: the amount, then what it was for. */
export function QuickAdd({ store, today }: { store: PlanStore; today: number }) {
	const id = useId()
	const [amount, setAmount] = useState<Typed>(null)
	const [isMissing, setIsMissing] = useState(false)
	const [day, setDay] = useState<Typed>(null)
	const [note, setNote] = useState<Typed>(null)
	const date = day ?? today
	const isFull = (store.plan?.spending.length ?? 0) >= rooms.spending

	function add(category: string) {
		if (typeof amount !== 'number') {
			setIsMissing(true)
			return
		}
		const when = date === today ? 'today' : dayWords(date)
		const words = `${formatPounds(Math.round(amount * 100))} on ${category}, ${when}`
		changeWithUndo(store, words, (plan) => ({
			...plan,
			spending: [...plan.spending, { row: nextRow(plan.spending), date, category, amount, note }],
		}))
		setAmount(null)
		setNote(null)
		setIsMissing(false)
	}

	if (isFull) return <p>The planner has room for {rooms.spending} payments. Begin the next plan below.</p>
	return (
		<section aria-labelledby={id} className="planner-part">
			<h2 id={id} className="text-subheading">
				Spent something?
			</h2>
			<div className="planner-fields">
				<AmountInput
					label="How much, £"
					value={amount}
					onChange={setAmount}
					error={isMissing && typeof amount !== 'number' ? 'Type the amount first, such as 4.20.' : undefined}
				/>
				<fieldset className="planner-chips">
					<legend>On what? Pressing one adds it.</legend>
					{categoriesIn(store.plan?.categories ?? []).map((category) => (
						<Button key={category} variant="secondary" size="small" onClick={() => add(category)}>
							{category}
						</Button>
					))}
				</fieldset>
				<details className="planner-more">
					<summary>Another day, or a note</summary>
					<div className="planner-pair">
						<DayInput label="When" value={date} onChange={setDay} />
						<TextInput label="Note" value={note} onChange={setNote} />
					</div>
				</details>
			</div>
		</section>
	)
}
