import { rooms } from './choices.ts'
import { firstRows } from './plan-data.ts'
import { type Typed, type TypedPlan, typedPlanSchema } from './typed-plan.ts'

/** The workbook in which nothing has been filled in, among the files of the guide. */
export const workbookName = 'Budget-planner.xlsx'

const fields = {
	firstMonday: 'Setup!B3',
	lastWeek: 'Setup!B4',
	starting: 'Setup!B5',
	floor: 'Setup!B7',
	showWeek: 'Dashboard!B4',
	bank: 'Dashboard!B31',
	bankDate: 'Dashboard!B32',
} as const satisfies Partial<Record<keyof TypedPlan, string>>

const termCells = ['Setup!B6', 'Setup!C6', 'Setup!D6'] as const
const categoryCells = Array.from(
	{ length: rooms.categories },
	(_, index) => `Dashboard!A${firstRows.categories + index}`,
)
const payCell = (week: number) => `Pay!D${firstRows.pay + week - 1}`

const due = ['name', 'amount', 'rhythm', 'first', 'last'] as const

/** The sheet of each list, and what is typed into its columns from A on. */
const lists = {
	income: { sheet: 'Setup', columns: [...due, 'stretch'] },
	costs: { sheet: 'Setup', columns: due },
	goals: { sheet: 'Savings', columns: ['name', 'target', 'saved', 'from', 'by'] },
	spending: { sheet: 'Spending', columns: ['date', 'category', 'amount', 'note'] },
} as const

type ListName = keyof typeof lists
const listNames = Object.keys(lists) as ListName[]

/** The sheets that are filled in. */
export const filledSheets = ['Dashboard', 'Setup', 'Savings', 'Spending', 'Pay'] as const
/** A sheet that workbooks lack whose edition is older than the sheet. */
export const newSheet = 'Pay'

function cellAt(list: ListName, column: number, row: number): string {
	return `${lists[list].sheet}!${'ABCDEF'.charAt(column)}${row}`
}

/** Returns what is typed into each cell of the workbook, such as `Setup!B3`. */
export function cellsOf(plan: TypedPlan): Map<string, Typed> {
	const cells = new Map<string, Typed>()
	for (const [field, cell] of Object.entries(fields)) cells.set(cell, plan[field as keyof typeof fields])
	plan.terms.forEach((term, index) => {
		const cell = termCells[index]
		if (cell !== undefined) cells.set(cell, term)
	})
	// The workbook has names already, so an empty place needs a text too.
	for (const [index, cell] of categoryCells.entries()) cells.set(cell, plan.categories[index] ?? '')
	for (const { row, amount } of plan.pay) cells.set(payCell(row), amount)
	for (const list of listNames)
		for (const entry of plan[list])
			lists[list].columns.forEach((name, column) => {
				cells.set(cellAt(list, column, entry.row), Reflect.get(entry, name))
			})
	return cells
}

/** Returns the plan with the rows of each list where the workbook has them, in the same order. */
export function inSheetRows(plan: TypedPlan): TypedPlan {
	const placed = <Entry extends { row: number }>(first: number, entries: readonly Entry[]) =>
		entries
			.toSorted((one, other) => one.row - other.row)
			.map((entry, index) => ({ ...entry, row: first + index }))
	return {
		...plan,
		categories: categoryCells.map((_, index) => plan.categories[index] ?? null),
		income: placed(firstRows.income, plan.income),
		costs: placed(firstRows.costs, plan.costs),
		goals: placed(firstRows.goals, plan.goals),
		spending: placed(firstRows.spending, plan.spending),
	}
}

/**
 * Returns the plan that was typed into a workbook; null if it has more than a plan can have.
 *
 * @param rowsOf Returns the numbers of the rows that a list may have.
 */
export function planOfCells(
	read: (cell: string) => Typed,
	rowsOf: (list: ListName) => readonly number[],
): TypedPlan | null {
	const entriesOf = (list: ListName) =>
		rowsOf(list).flatMap((row) => {
			const typed = lists[list].columns.map(
				(name, column) => [name, read(cellAt(list, column, row))] as const,
			)
			const isEmpty = typed.every(([, value]) => value === null)
			return isEmpty
				? []
				: [{ row, ...(list === 'costs' ? { stretch: null } : {}), ...Object.fromEntries(typed) }]
		})
	const plan = {
		...Object.fromEntries(Object.entries(fields).map(([field, cell]) => [field, read(cell)])),
		terms: termCells.map(read).filter((day) => day !== null),
		categories: categoryCells.map(read),
		pay: Array.from({ length: rooms.weeks }, (_, index) => index + 1)
			.map((week) => ({ row: week, amount: read(payCell(week)) }))
			.filter(({ amount }) => amount !== null),
		...Object.fromEntries(listNames.map((list) => [list, entriesOf(list)])),
	}
	return typedPlanSchema.safeParse(plan).data ?? null
}
