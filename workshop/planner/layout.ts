import { okWord, rooms } from '../../src/shared/planner/choices.ts'
import { firstRows } from '../../src/shared/planner/plan-data.ts'

/** The position of each list in its sheet, for formulas elsewhere. Rows count from 1. Columns I to V of Setup are hidden. */

export const setup = {
	firstMonday: 'Setup!$Q$3',
	lastWeek: 'Setup!$Q$4',
	starting: 'Setup!$Q$5',
	terms: 'Setup!$Q$6:$S$6',
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
	/** The stretch that `weekNow` belongs to. */
	stretchNow: 'Setup!$I$8',
	/** What the weekly numbers leave for this week. `safe` is how much of that the account can bear. */
	byNumbers: 'Setup!$J$3',
	safe: 'Setup!$J$4',
	/** What was spent per week lately, or a text if that is not known. */
	pace: 'Setup!$J$5',
	/** 1 if the plan's last day is past and no week to show was typed. */
	isOver: 'Setup!$J$6',
	/** The day of the bank's balance. `isBankKnown` is 1 if the plan can be compared with that balance. */
	bankDay: 'Setup!$J$7',
	isBankKnown: 'Setup!$J$8',
	/** What the bank should show by the plan. */
	byPlan: 'Setup!$K$3',
	/** By how much the bank shows less than that, as a sum below zero. 0 if the balance is newer than the week shown. */
	missing: 'Setup!$K$4',
	/** What the account must never have less than. */
	floor: 'Setup!$K$7',
	/** The income that is due in the week shown after the day of the balance. */
	arriving: 'Setup!$K$5',
	/** 1 if the balance is of the week shown and less than the account must have. */
	isBankBelow: 'Setup!$K$6',
	/** The first row of Spending that is the same as an earlier one, and that earlier row. 0 if there is none. */
	sameRow: 'Setup!$L$3',
	sameAs: 'Setup!$L$4',
	/** The first row of Spending that is as much as a fixed cost. 0 if there is none. */
	costRow: 'Setup!$L$5',
} as const

/** Hidden columns of Setup beside each income and cost. */
export const dueColumns = {
	isUsed: 'I',
	first: 'J',
	last: 'K',
	stepDays: 'L',
	/**
	 * How often it is due in four periods: before the plan, within the plan, within the plan up to the day of the bank balance, and
	 * in the last four days up to that day.
	 */
	before: 'M',
	inPlan: 'N',
	upToBank: 'O',
	lately: 'P',
	/** In the week shown, after the day of the bank balance. */
	arriving: 'W',
} as const

/**
 * Hidden columns with copies of what is typed in columns A to F of Setup. Each copy finds its field by the row. All other formulas
 * use these copies: when a field is cut and pasted, a formula that names it refers to the new place, and would count one row twice
 * and another never.
 */
export const typedColumns = {
	name: 'Q',
	amount: 'R',
	rhythm: 'S',
	first: 'T',
	last: 'U',
	stretch: 'V',
} as const
/** Copies of columns A to E of Savings, for the same purpose as `typedColumns`. */
export const goalColumns = { name: 'L', target: 'M', saved: 'N', from: 'O', by: 'P' } as const

export const weeks = rows(4, rooms.weeks)
/** Columns of Weeks. Only `account` and `lowest` are shown. */
export const weekColumns = {
	account: 'J',
	lowest: 'K',
	/** The account's balance if nothing is spent in the week shown. */
	untouched: 'L',
	/** The lowest value of `untouched` until the stretch ends. Each value is reduced by the following week's `dip`, if that is negative. */
	bearable: 'M',
	payments: 'N',
	atPace: 'O',
	/** The lowest point of the week's income less its fixed costs, day by day. */
	dip: 'P',
	/** The week's number if the account goes below zero in it at the present pace. */
	runsOut: 'Q',
	/** What was spent, or the weekly number for an earlier week without payments. */
	counted: 'R',
	/** The week's number if more came back in it than was spent. It doesn't depend on the other checks. */
	moreBack: 'Y',
	/** In the header: what the account must never have less than, for the colours of this sheet. */
	floor: 'Z',
} as const
/**
 * Columns with the values of the charts. They are empty while an entry has to be checked, and in weeks after the plan ends. They are
 * not hidden, because charts leave out hidden columns.
 */
export const chartColumns = {
	account: 'S',
	atPace: 'T',
	number: 'U',
	spent: 'V',
	category: 'W',
	spentOn: 'X',
} as const
/** Hidden columns of Spending. They contain the number of their row if the payment is of that kind. */
export const spendingColumns = {
	notCounted: 'F',
	/** One number for the day, category and amount of a payment that is large enough to ask about. */
	key: 'G',
	same: 'H',
	asMuchAsCost: 'I',
} as const
export const spending = rows(firstRows.spending, rooms.spending)
/** From the header to the note below the list. Nobody moves these two, so rows inserted at either end of the list are counted. */
export const spendingArea = rows(spending.first - 1, rooms.spending + 2)
/** What came in, one row for each week of the plan. */
export const payArea = rows(firstRows.pay, rooms.weeks)
/** Columns of Pay. Those after `typed` are hidden. */
export const payColumns = {
	/** What Setup expects, apart from money that starts a stretch. */
	planned: 'C',
	typed: 'D',
	/** A copy of what is typed, for the same purpose as `typedColumns`. */
	copy: 'F',
	/** 1 if what came in counts instead of what was planned. */
	isPaid: 'G',
	/** By how much this changes the account up to the day of the bank's balance, and in the last four days up to it. */
	upToBank: 'H',
	lately: 'I',
} as const
export const goals = rows(firstRows.goals, rooms.goals)
/** As typed. Formulas use `setup.weekNow`. */
export const typedWeek = 'Dashboard!$B$4'
export const bank = {
	balance: 'Dashboard!$B$31',
	day: 'Dashboard!$B$32',
	byPlan: 'Dashboard!$B$33',
	difference: 'Dashboard!$B$34',
	saved: 'Dashboard!$B$38',
} as const
/** The table "Where it went" on the dashboard. */
export const categories = rows(firstRows.categories, rooms.categories)
/** Copies of the names in that table, which stay in their place if a name is cut and pasted. The charts show them. */
export const categoryNames = range('Weeks', chartColumns.category, rows(weeks.first, categories.all.length))
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

/** Returns `text` if everything can be counted, and `otherwise` while something has to be checked. */
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

/**
 * Returns a formula for the value typed in its own row, even if fields have been moved. It refers only to the rows around the
 * list, which stay where they are.
 */
export function typedBeside(column: string, list: Rows): string {
	const fields = `$${column}$${list.first - 1}:$${column}$${list.last + 1}`
	return `INDEX(${fields},ROW()-ROW($${column}$${list.first - 1})+1)`
}

/** Returns a formula for a copy of a field. The copy is empty if the field is empty. */
export function copyOf(field: string): string {
	return `IF(${field}="","",${field})`
}

/** Returns a formula for whether a name or note begins with the word by which the user says that its row is right. */
export function isAnswered(cell: string): string {
	return `LEFT(${cell},${okWord.length})=${inQuotes(okWord)}`
}

/**
 * Returns a formula for which cells of a range contain a number above zero, for use in a product. Text is larger than any number.
 * ISNUMBER is not calculated for a whole range by every program.
 */
export function areNumbers(range: string): string {
	return `(${range}>0)*(${range}<1000000)`
}

export function inQuotes(text: string): string {
	return `"${text.replaceAll('"', '""')}"`
}
