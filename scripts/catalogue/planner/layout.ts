import { rooms } from '#catalogue/budget-planner/planner-data.ts'
import { firstRows } from '#catalogue/budget-planner/typed-plan.ts'

/** The position of each list in its sheet, for formulas elsewhere. Rows count from 1. Columns I to P of Setup are hidden. */

export const setup = {
	firstMonday: 'Setup!$B$3',
	lastWeek: 'Setup!$B$4',
	starting: 'Setup!$B$5',
	terms: 'Setup!$B$6:$D$6',
	income: rows(firstRows.income, rooms.income),
	costs: rows(firstRows.costs, rooms.costs),
	/** 1 if the first and last day of the plan can be known. */
	areDaysKnown: 'Setup!$I$3',
	/** Without a time of day. 0 if it cannot be known. */
	monday: 'Setup!$I$4',
	lastDay: 'Setup!$I$5',
	today: 'Setup!$I$6',
	/** The week that the dashboard shows, limited to the weeks of the plan. */
	weekNow: 'Setup!$I$7',
	/** The stretch that this week belongs to. */
	stretchNow: 'Setup!$I$8',
	/** The day on which the bank was looked at, and 1 if the plan can be compared with it. */
	bankDay: 'Setup!$J$7',
	isBankKnown: 'Setup!$J$8',
} as const

/** Hidden columns of Setup beside each income and cost. */
export const dueColumns = {
	isUsed: 'I',
	first: 'J',
	last: 'K',
	stepDays: 'L',
	/** How often it is due before the plan, in the plan, up to the bank's day, and in the four days up to it. */
	before: 'M',
	inPlan: 'N',
	upToBank: 'O',
	lately: 'P',
} as const

export const weeks = rows(4, rooms.weeks)
export const spending = rows(firstRows.spending, rooms.spending)
/** Rows that nobody should type in, between two notes. Google Sheets knows no rows below the last one in use. */
export const afterSpending = rows(spending.last + 2, 100)
export const goals = rows(firstRows.goals, rooms.goals)
/** As typed. Formulas use `setup.weekNow`. */
export const typedWeek = 'Dashboard!$B$4'
export const safeToSpend = 'Dashboard!$B$6'
export const bank = {
	balance: 'Dashboard!$B$26',
	day: 'Dashboard!$B$27',
	byPlan: 'Dashboard!$B$28',
	difference: 'Dashboard!$B$29',
	saved: 'Dashboard!$B$33',
} as const
/** The table "Where it went" on the dashboard. */
export const categories = rows(38, 8)
/** How many fields and rows cannot be counted. While there are any, no sheet shows a number. */
export const toCheck = 'Checks!$D$1'

export interface Rows {
	first: number
	last: number
	all: readonly number[]
}

export function rows(first: number, count: number): Rows {
	return { first, last: first + count - 1, all: Array.from({ length: count }, (_, index) => first + index) }
}

/** `range('Weeks', 'C', weeks)` -> `Weeks!$C$4:$C$55` */
export function range(sheet: string, column: string, span: Rows): string {
	return `${quoted(sheet)}!$${column}$${span.first}:$${column}$${span.last}`
}

export function quoted(sheet: string): string {
	return sheet.includes(' ') ? `'${sheet}'` : sheet
}

/** `A` for 0, `AA` for 26. */
export function columnName(index: number): string {
	const last = String.fromCharCode('A'.charCodeAt(0) + (index % 26))
	return index < 26 ? last : `${columnName(Math.floor(index / 26) - 1)}${last}`
}

/** Returns `text` where everything can be counted, and `otherwise` while something has to be checked. */
export function ifKnown(text: string, otherwise = '"?"'): string {
	return `IF(${toCheck}>0,${otherwise},${text})`
}

/** `[['A1=1', '"one"']]` -> `IF(A1=1,"one",otherwise)` */
export function firstOf(
	cases: readonly (readonly [condition: string, value: string])[],
	otherwise: string,
): string {
	return cases.reduceRight((rest, [condition, value]) => `IF(${condition},${value},${rest})`, otherwise)
}

export function inQuotes(text: string): string {
	return `"${text.replaceAll('"', '""')}"`
}
