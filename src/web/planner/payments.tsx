import { useState } from 'react'
import { asAnswered, withoutAnswer } from '#shared/planner/answers.ts'
import type { Problem } from '#shared/planner/problem.ts'
import { categoriesIn, isAnswered } from '#shared/planner/questions.ts'
import type { Typed, TypedPayment, TypedPlan } from '#shared/planner/typed-plan.ts'
import { Button } from '#web/ui/button.tsx'
import { AmountInput, DayInput, SelectInput, TextInput } from './inputs.tsx'
import { changeWithUndo, type PlanStore } from './plan-store.ts'
import { Row } from './rows.tsx'
import { amountWords, dayWords } from './words.ts'

interface PaymentsProps {
	/** Those to show, of all in the plan. */
	payments: TypedPlan['spending']
	problems: readonly Problem[]
	store: PlanStore
}

const shownAtFirst = 30

/** Payments, the latest first. What is wrong with one puts it at the top. */
export function Payments({ payments, problems, store }: PaymentsProps) {
	const [isWhole, setIsWhole] = useState(false)
	const isWrong = ({ row }: TypedPayment) =>
		problems.some(({ place }) => place.of === 'spending' && place.row === row)
	const rank = (payment: TypedPayment) =>
		isWrong(payment) || typeof payment.date !== 'number' ? Number.POSITIVE_INFINITY : payment.date
	const sorted = [...payments].sort((one, other) =>
		rank(other) === rank(one) ? other.row - one.row : rank(other) - rank(one),
	)
	const edit = (row: number, next: Partial<TypedPayment>) =>
		store.change((plan) => ({
			...plan,
			spending: plan.spending.map((one) => (one.row === row ? { ...one, ...next } : one)),
		}))
	const drop = (row: number) =>
		changeWithUndo(store, 'Payment deleted', (plan) => ({
			...plan,
			spending: plan.spending.filter((one) => one.row !== row),
		}))
	return (
		<>
			<ul className="planner-rows">
				{sorted.slice(0, isWhole ? undefined : shownAtFirst).map((payment) => (
					<PaymentRow
						key={payment.row}
						payment={payment}
						categories={categoriesIn(store.plan?.categories ?? [])}
						problems={problems}
						edit={(next) => edit(payment.row, next)}
						drop={() => drop(payment.row)}
					/>
				))}
			</ul>
			{isWhole || sorted.length <= shownAtFirst ? null : (
				<Button variant="secondary" size="small" onClick={() => setIsWhole(true)}>
					Show all {sorted.length}
				</Button>
			)}
		</>
	)
}

interface PaymentRowProps {
	payment: TypedPayment
	categories: readonly string[]
	problems: readonly Problem[]
	edit: (next: Partial<TypedPayment>) => void
	drop: () => void
}

function PaymentRow({ payment, categories, problems, edit, drop }: PaymentRowProps) {
	const { row, date, category, amount, note } = payment
	const text = withoutAnswer(note)
	const named = (next: Typed) => (isAnswered(note) ? asAnswered(next) : next)
	return (
		<Row
			list="spending"
			row={row}
			title={String(category ?? 'On what?')}
			facts={[dayWords(date), text].filter(Boolean).join(' · ')}
			amount={amountWords(amount)}
			problems={problems}
			isNew={false}
			onDelete={drop}
		>
			<div className="planner-pair">
				<AmountInput
					label="How much, £"
					hint="Money back: below zero, such as −12."
					value={amount}
					onChange={(next) => edit({ amount: next })}
				/>
				<SelectInput
					label="On what"
					value={category}
					options={categories.map((one) => [one, one])}
					onChange={(next) => edit({ category: next })}
				/>
				<DayInput label="When" value={date} onChange={(next) => edit({ date: next })} />
				<TextInput label="Note" value={text} onChange={(next) => edit({ note: named(next) })} />
			</div>
		</Row>
	)
}
