import type { PlannerData } from './planner-data.ts'

/** The contents of a cell that the user fills in: text, a number or nothing. A date is a day number, as in a spreadsheet. */
export type Typed = string | number | null

/** Everything that was typed into the planner, valid or not. Each list has one entry for each row of its sheet. */
export interface TypedPlan {
	firstMonday: Typed
	lastWeek: Typed
	starting: Typed
	terms: readonly Typed[]
	showWeek: Typed
	bank: Typed
	bankDate: Typed
	income: readonly TypedDue[]
	costs: readonly TypedDue[]
	goals: readonly TypedGoal[]
	spending: readonly TypedPayment[]
	/** What was typed outside the yellow fields. */
	elsewhere: readonly { cell: string; value: Typed }[]
}

export interface TypedDue {
	row: number
	name: Typed
	amount: Typed
	rhythm: Typed
	first: Typed
	last: Typed
	/** `Yes` or `No`; null for a cost. */
	stretch: Typed
}

export interface TypedGoal {
	row: number
	name: Typed
	target: Typed
	saved: Typed
	from: Typed
	by: Typed
}

export interface TypedPayment {
	row: number
	date: Typed
	category: Typed
	amount: Typed
	note: Typed
}

/** The first row of each list in its sheet. */
export const firstRows = { income: 10, costs: 26, goals: 4, spending: 4 } as const

const dayMs = 24 * 60 * 60 * 1000
/** Day 0 of a spreadsheet's calendar. */
const epoch = Date.UTC(1899, 11, 30)

export function dayNumber(iso: string): number {
	return (Date.parse(iso) - epoch) / dayMs
}

export function dateOf(day: number): Date {
	return new Date(epoch + day * dayMs)
}

export function typedPlan(data: PlannerData): TypedPlan {
	const due =
		(first: number, stretches: boolean) => (entry: PlannerData['costs'][number], index: number) => ({
			row: first + index,
			name: entry.name,
			amount: entry.pence / 100,
			rhythm: entry.rhythm,
			first: dayNumber(entry.first),
			last: entry.last === null ? null : dayNumber(entry.last),
			stretch: stretches ? ('startsStretch' in entry && entry.startsStretch ? 'Yes' : 'No') : null,
		})
	return {
		firstMonday: data.firstMonday === null ? null : dayNumber(data.firstMonday),
		lastWeek: data.lastWeek,
		starting: data.startingPence === null ? null : data.startingPence / 100,
		terms: data.terms.map(dayNumber),
		showWeek: data.showWeek,
		bank: data.bank === null ? null : data.bank.pence / 100,
		bankDate: data.bank === null ? null : dayNumber(data.bank.date),
		income: data.income.map(due(firstRows.income, true)),
		costs: data.costs.map(due(firstRows.costs, false)),
		goals: data.goals.map((goal, index) => ({
			row: firstRows.goals + index,
			name: goal.name,
			target: goal.targetPence / 100,
			saved: goal.savedPence / 100,
			from: goal.fromWeek,
			by: goal.byWeek,
		})),
		spending: data.spending.map((payment, index) => ({
			row: firstRows.spending + index,
			date: dayNumber(payment.date),
			category: payment.category,
			amount: payment.pence / 100,
			note: payment.note === '' ? null : payment.note,
		})),
		elsewhere: [],
	}
}

/** Returns the content of each cell to fill in, such as `Setup!B3`. */
export function cellsOf(plan: TypedPlan): Map<string, Typed> {
	const cells = new Map<string, Typed>([
		['Setup!B3', plan.firstMonday],
		['Setup!B4', plan.lastWeek],
		['Setup!B5', plan.starting],
		['Dashboard!B4', plan.showWeek],
		['Dashboard!B31', plan.bank],
		['Dashboard!B32', plan.bankDate],
	])
	const addRow = (sheet: string, row: number, values: readonly Typed[]) => {
		values.forEach((value, index) => {
			cells.set(`${sheet}!${'ABCDEF'.charAt(index)}${row}`, value)
		})
	}
	plan.terms.forEach((term, index) => {
		cells.set(`Setup!${'BCD'.charAt(index)}6`, term)
	})
	for (const { row, name, amount, rhythm, first, last, stretch } of plan.income)
		addRow('Setup', row, [name, amount, rhythm, first, last, stretch])
	for (const { row, name, amount, rhythm, first, last } of plan.costs)
		addRow('Setup', row, [name, amount, rhythm, first, last])
	for (const { row, name, target, saved, from, by } of plan.goals)
		addRow('Savings', row, [name, target, saved, from, by])
	for (const { row, date, category, amount, note } of plan.spending)
		addRow('Spending', row, [date, category, amount, note])
	for (const { cell, value } of plan.elsewhere) cells.set(cell, value)
	return cells
}
