import { useId, useMemo, useState } from 'react'
import { formatPounds } from '#shared/money.ts'
import { nextRow } from '#shared/planner/answers.ts'
import { type BankLine, categoryOf, mostBankLines, readBankLines } from '#shared/planner/bank-lines.ts'
import { rooms } from '#shared/planner/choices.ts'
import { reasonToLeaveOut } from '#shared/planner/leave-out.ts'
import { categoriesIn } from '#shared/planner/questions.ts'
import type { TypedPlan } from '#shared/planner/typed-plan.ts'
import { counted } from '#shared/wording.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectInput } from './inputs.tsx'
import { changeWithUndo, type PlanStore } from './plan-store.ts'
import { dayWords } from './words.ts'

interface BankPasteProps {
	plan: TypedPlan
	store: PlanStore
	today: number
}

/** What the user has decided about a line, by its place. */
interface Choice {
	isIn?: boolean
	category?: string
}

/** Adds payments from lines copied from a bank, after showing what was understood. */
export function BankPaste({ plan, store, today }: BankPasteProps) {
	const id = useId()
	const [text, setText] = useState('')
	const [turned, setTurned] = useState<boolean | null>(null)
	const [choices, setChoices] = useState<Readonly<Record<number, Choice>>>({})
	const { lines, unread, isSpentBelowZero } = useMemo(() => readBankLines(text, today), [text, today])
	const categories = categoriesIn(plan.categories)
	const isBelow = turned ?? isSpentBelowZero
	const read = lines.map((line, index) => {
		const payment = { ...line, pence: isBelow ? -line.pence : line.pence }
		const leftOut = reasonToLeaveOut(payment, plan, today)
		const { isIn = leftOut === null, category = categoryOf(line.text, categories) } = choices[index] ?? {}
		return { index, payment, leftOut, isIn, category }
	})
	const chosen = read.filter(({ isIn }) => isIn)
	const choose = (index: number, choice: Choice) =>
		setChoices({ ...choices, [index]: { ...choices[index], ...choice } })

	function restart(next: string) {
		setText(next)
		setTurned(null)
		setChoices({})
	}
	function add() {
		const first = nextRow(plan.spending)
		const rows = chosen.map(({ payment, category }, index) => ({
			row: first + index,
			date: payment.day,
			category,
			amount: payment.pence / 100,
			note: payment.text === '' ? null : payment.text,
		}))
		changeWithUndo(store, `Added ${counted(rows.length, 'payment')}`, (before) => ({
			...before,
			spending: [...before.spending, ...rows],
		}))
		restart('')
	}

	const free = rooms.spending - plan.spending.length
	return (
		<details className="planner-part planner-more">
			<summary>Paste lines from your bank</summary>
			<div className="planner-fields">
				<label htmlFor={id}>
					Copy lines with date, text and amount from your bank’s website or its CSV file. They’re read in this
					browser and sent nowhere.
				</label>
				<textarea id={id} rows={5} value={text} onChange={(event) => restart(event.target.value)} />
				<div role="status">
					{text.trim() === '' ? null : (
						<p>
							Understood {lines.length} of {lines.length + unread.length} lines
							{lines.length + unread.length >= mostBankLines ? ` (at most ${mostBankLines} at a time)` : ''}.
						</p>
					)}
				</div>
				{unread.length === 0 ? null : (
					<p className="margin-note text-brick">
						Not understood:{' '}
						{unread
							.slice(0, 3)
							.map((line) => `“${line.slice(0, 60)}”`)
							.join(', ')}
						{unread.length > 3 ? ` and ${unread.length - 3} more` : ''}. A line needs a date and an amount.
					</p>
				)}
				{lines.length === 0 ? null : (
					<>
						<label className="planner-tick">
							<input
								type="checkbox"
								checked={isBelow}
								onChange={(event) => setTurned(event.target.checked)}
							/>
							My bank shows what I spent as amounts below zero
						</label>
						<ul className="planner-rows">
							{read.map((line) => (
								<LineChoice
									key={line.index}
									{...line}
									categories={categories}
									choose={(choice) => choose(line.index, choice)}
								/>
							))}
						</ul>
						{chosen.length > free ? (
							<p className="text-brick">There’s room for {free} more payments in this plan.</p>
						) : (
							<Button
								aria-disabled={chosen.length === 0 || undefined}
								onClick={() => chosen.length > 0 && add()}
							>
								Add {counted(chosen.length, 'payment')}
							</Button>
						)}
					</>
				)}
			</div>
		</details>
	)
}

interface LineChoiceProps {
	payment: BankLine
	leftOut: ReturnType<typeof reasonToLeaveOut>
	isIn: boolean
	category: string
	categories: readonly string[]
	choose: (choice: Choice) => void
}

const reasons: Readonly<Record<NonNullable<LineChoiceProps['leftOut']>, string>> = {
	moneyIn: 'money in',
	outside: 'outside the plan',
	future: 'after today',
	same: 'as one that’s here already',
	fixed: 'as much as a fixed cost',
	zero: '£0',
}

function LineChoice({ payment, leftOut, isIn, category, categories, choose }: LineChoiceProps) {
	const name = payment.text || 'no text'
	return (
		<li className="planner-line">
			<label className="planner-tick">
				<input type="checkbox" checked={isIn} onChange={(event) => choose({ isIn: event.target.checked })} />
				<span className="grow">
					{name}
					<span className="margin-note block">
						{dayWords(payment.day)}
						{leftOut === null ? '' : ` · ${reasons[leftOut]}`}
					</span>
				</span>
				<span className="figures">{formatPounds(payment.pence)}</span>
			</label>
			{isIn ? (
				<SelectInput
					label={`On what: ${name}`}
					value={category}
					options={categories.map((one) => [one, one])}
					onChange={(next) => choose({ category: String(next ?? category) })}
				/>
			) : null}
		</li>
	)
}
