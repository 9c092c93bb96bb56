import { type PlanData, typedPlan } from '../../src/shared/planner/plan-data.ts'
import type { Typed, TypedPlan } from '../../src/shared/planner/typed-plan.ts'

/** What was typed into the workbook: into the yellow fields, and elsewhere. */
export interface SheetPlan extends TypedPlan {
	elsewhere: readonly { cell: string; value: Typed }[]
}

export function sheetPlan(data: PlanData): SheetPlan {
	return { ...typedPlan(data), elsewhere: [] }
}

/** Returns the content of each cell to fill in, such as `Setup!B3`. */
export function cellsOf(plan: SheetPlan): Map<string, Typed> {
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
