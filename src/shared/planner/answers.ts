import { okWord } from './choices.ts'
import { isAlike } from './due-days.ts'
import type { Fault, Problem } from './problem.ts'
import { isAnswered } from './questions.ts'
import type { Typed, TypedDue, TypedPayment, TypedPlan } from './typed-plan.ts'

/** Returns the name or note of a row that is right as it is. */
export function asAnswered(nameOrNote: Typed): string {
	return isAnswered(nameOrNote) ? String(nameOrNote) : `${okWord} ${nameOrNote ?? ''}`.trim()
}

/** Returns a name or note without the word that says that the row is right. */
export function withoutAnswer(nameOrNote: Typed): string {
	const text = String(nameOrNote ?? '')
	return isAnswered(text) ? text.slice(okWord.length).replace(/^[\s,:.]+/, '') : text
}

const ofRows: ReadonlySet<Fault> = new Set<Fault>([
	'sameAsAbove',
	'inBalance',
	'tooOften',
	'zero',
	'onlyOnce',
	'endsEarly',
	'startsLate',
	'asMoneyIn',
])

/** Returns the plan with the answer "It's right as it is". Returns null for what has to be mended instead. */
export function answered(plan: TypedPlan, { place, fault }: Problem): TypedPlan | null {
	switch (place.of) {
		case 'field':
			return fault === 'nothingFixed' ? withNothingFixed(plan) : null
		case 'week':
			return withRefundsAnswered(plan, ({ date }) => weekOf(plan, date) === place.week)
		case 'category':
			return withRefundsAnswered(plan, ({ category }) => isAlike(place.category, category))
		case 'spending':
			return ofRows.has(fault) ? withPaymentAnswered(plan, place.row) : null
		case 'income':
		case 'costs': {
			if (!ofRows.has(fault)) return null
			const named = (row: TypedDue) => (row.row === place.row ? { ...row, name: asAnswered(row.name) } : row)
			return { ...plan, [place.of]: plan[place.of].map(named) }
		}
		default:
			return null
	}
}

/** Returns the plan with the answer that a payment is right as it is. */
export function withPaymentAnswered(plan: TypedPlan, row: number): TypedPlan {
	return {
		...plan,
		spending: plan.spending.map((payment) => (payment.row === row ? withNote(payment) : payment)),
	}
}

function withNote(payment: TypedPayment): TypedPayment {
	return { ...payment, note: asAnswered(payment.note) }
}

function withRefundsAnswered(plan: TypedPlan, isOpen: (row: TypedPayment) => boolean): TypedPlan {
	const isRefund = ({ amount }: TypedPayment) => typeof amount === 'number' && amount < 0
	const spending = plan.spending.map((row) => (isRefund(row) && isOpen(row) ? withNote(row) : row))
	return { ...plan, spending }
}

function weekOf({ firstMonday }: TypedPlan, date: Typed): number | undefined {
	if (typeof firstMonday !== 'number' || typeof date !== 'number') return undefined
	return Math.floor((date - firstMonday) / 7) + 1
}

function withNothingFixed(plan: TypedPlan): TypedPlan {
	const none = { name: asAnswered('Nothing fixed'), amount: 0, rhythm: 'Weekly', last: null, stretch: null }
	return {
		...plan,
		costs: [...plan.costs, { row: nextRow(plan.costs), ...none, first: plan.firstMonday }],
	}
}

/** Returns the number of a new row, which no row of the list has. */
export function nextRow(list: readonly { row: number }[]): number {
	return Math.max(0, ...list.map(({ row }) => row)) + 1
}
