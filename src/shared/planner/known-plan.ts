import { dueDays, type PlanDays } from './due-days.ts'
import type { Typed, TypedDue, TypedGoal, TypedPlan } from './typed-plan.ts'

/** The amount of one row, in pence, and the days on which it is due. */
export interface Flow {
	/** Empty for what came in during a week. */
	name: string
	pence: number
	days: readonly number[]
	startsStretch: boolean
}

/** A plan that has nothing to check. Amounts are in pence, days are day numbers. */
export interface Known extends PlanDays {
	startingPence: number
	/** What the account must never have less than. */
	floorPence: number
	income: readonly Flow[]
	costs: readonly Flow[]
	goals: readonly { pence: number; from: number; by: number }[]
	spending: readonly { row: number; day: number; category: string; pence: number; note: string }[]
}

/** What came in during a week replaces the income that was planned for it, and counts from its Monday. */
export function knownPlan(plan: TypedPlan, days: PlanDays): Known {
	const flow = (row: TypedDue): Flow => ({
		name: String(row.name).trim(),
		pence: penceOf(row.amount),
		days: dueDays(row, plan.terms, days),
		startsStretch: String(row.stretch).toLowerCase() === 'yes',
	})
	const pay = plan.pay.filter(({ amount }) => typeof amount === 'number')
	const isPlanned = (day: number) =>
		!pay.some(({ row }) => row === Math.floor((day - days.firstMonday) / 7) + 1)
	const isUsed = ({ amount }: TypedDue) => typeof amount === 'number'
	return {
		...days,
		startingPence: penceOf(plan.starting),
		floorPence: penceOf(plan.floor),
		income: [
			...plan.income
				.filter(isUsed)
				.map(flow)
				.map((due) => (due.startsStretch ? due : { ...due, days: due.days.filter(isPlanned) })),
			...pay.map(({ row, amount }) => ({
				name: '',
				pence: penceOf(amount),
				days: [days.firstMonday + 7 * (row - 1)],
				startsStretch: false,
			})),
		],
		costs: plan.costs.filter(isUsed).map(flow),
		goals: plan.goals.filter(({ target }) => typeof target === 'number').map(goalOf),
		spending: [...plan.spending]
			.sort((one, other) => one.row - other.row)
			.flatMap(({ row, date, category, amount, note }) =>
				typeof date === 'number' && typeof amount === 'number'
					? [
							{
								row,
								day: date,
								category: String(category).toLowerCase(),
								pence: penceOf(amount),
								note: String(note ?? '').toLowerCase(),
							},
						]
					: [],
			),
	}
}

function goalOf({ target, saved, from, by }: TypedGoal): Known['goals'][number] {
	const start = typeof from === 'number' ? from : 1
	return {
		pence: Math.max(0, penceOf(target) - penceOf(saved)),
		from: start,
		by: typeof by === 'number' ? by : start,
	}
}

/** Returns an amount in whole pence; 0 if it is not a number. */
export function penceOf(typed: Typed): number {
	return typeof typed === 'number' ? Math.round(typed * 100) : 0
}

export function sum(amounts: readonly number[]): number {
	return amounts.reduce((total, amount) => total + amount, 0)
}
