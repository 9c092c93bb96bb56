import { rooms } from '#catalogue/budget-planner/planner-data.ts'

/** The position of each list in its sheet, for formulas elsewhere. Rows count from 1. */

export const setup = {
	firstMonday: 'Setup!$B$3',
	lastWeek: 'Setup!$B$4',
	starting: 'Setup!$B$5',
	lumps: rows(9, rooms.lumps),
	weekly: rows(18, rooms.weekly),
	fixed: rows(25, rooms.fixed),
	/** Hidden: the week typed on the dashboard, limited to the weeks of the plan. */
	weekNow: 'Setup!$F$4',
	/** Hidden: the stretch that this week belongs to. */
	stretchNow: 'Setup!$F$5',
} as const

export const weeks = rows(4, rooms.weeks)
export const spending = rows(4, rooms.spending)
export const goals = rows(4, rooms.goals)
/** As typed. Formulas use `setup.weekNow`. */
export const typedWeek = 'Dashboard!$B$4'
export const safeToSpend = 'Dashboard!$B$6'

export interface Rows {
	first: number
	last: number
	all: readonly number[]
}

function rows(first: number, count: number): Rows {
	return { first, last: first + count - 1, all: Array.from({ length: count }, (_, index) => first + index) }
}

/** `range('Weeks', 'C', weeks)` -> `Weeks!$C$4:$C$55` */
export function range(sheet: string, column: string, span: Rows): string {
	const name = sheet.includes(' ') ? `'${sheet}'` : sheet
	return `${name}!$${column}$${span.first}:$${column}$${span.last}`
}
