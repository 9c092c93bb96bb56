import type { Workbook, Worksheet } from '@cj-tech-master/excelts'
import { formula, header, poundsOrDash, title, widths } from './cells.ts'
import { dayInWeek, dueUpTo } from './due-dates.ts'
import {
	columnName,
	dueColumns,
	goalColumns,
	goals,
	ifKnown,
	payColumns,
	quoted,
	type Rows,
	setup,
	typedColumns,
	weeks,
} from './layout.ts'

export const dueSheet = 'Due each week'
/** A hidden row, with a 1 under each income that starts a new stretch. */
const stretchRow = weeks.last + 2

const income = columnsFrom(2, setup.income)
const costs = columnsFrom(2 + income.names.length + 1, setup.costs)
const savings = columnsFrom(2 + income.names.length + 1 + costs.names.length + 1, goals)

/** Hidden columns with the day of the week on which each income and each cost is due. */
const incomeDays = columnsFrom(
	2 + income.names.length + 1 + costs.names.length + 1 + goals.all.length + 2,
	setup.income,
)
const costDays = columnsFrom(
	2 + 2 * income.names.length + 2 + costs.names.length + 1 + goals.all.length + 2,
	setup.costs,
)

interface Columns {
	names: readonly string[]
	total: string
	source: Rows
}

/** Returns one column for each row of a list, and one for their sum. */
function columnsFrom(first: number, source: Rows): Columns {
	return {
		names: source.all.map((_, index) => columnName(first + index)),
		total: columnName(first + source.all.length),
		source,
	}
}

/** Adds a sheet with a row for each week. The row has the amount due for every income, cost and goal. */
export function addDueSheet(workbook: Workbook): void {
	const sheet = workbook.addWorksheet(dueSheet, { views: [{ state: 'frozen', xSplit: 2, ySplit: 3 }] })
	widths(sheet, [6, 13, ...[income, costs, savings].flatMap(({ names }) => [...names.map(() => 12), 13])])
	title(sheet, 'Due each week', 'Worked out from Setup and Savings. Nothing to type here.')
	header(sheet, 3, [
		'Week',
		'Beginning',
		...names(`Setup!$${typedColumns.name}`, income),
		'Money in',
		...names(`Setup!$${typedColumns.name}`, costs),
		'Fixed costs',
		...names(`Savings!$${goalColumns.name}`, savings),
		'To savings',
	])
	sheet.getRow(3).height = 48
	for (const row of weeks.all) {
		formula(sheet, `A${row}`, `Weeks!A${row}`)
		formula(sheet, `B${row}`, `Weeks!B${row}`, 'd mmm yyyy')
		addAmounts(sheet, row, income, dueInWeek)
		addAmounts(sheet, row, costs, dueInWeek)
		addAmounts(sheet, row, savings, savedInWeek)
		addDays(sheet, row, income, incomeDays)
		addDays(sheet, row, costs, costDays)
	}
	for (const column of [...incomeDays.names, ...costDays.names]) sheet.getColumn(column).hidden = true
	income.names.forEach((column, index) => {
		const source = setup.income.first + index
		const starts = `AND(Setup!$${dueColumns.isUsed}${source}=1,Setup!$${typedColumns.stretch}${source}="Yes")`
		formula(sheet, `${column}${stretchRow}`, `IF(${starts},1,0)`)
	})
	sheet.getRow(stretchRow).hidden = true
}

/** Returns a formula for the total due in a week. */
export function dueTotal(of: 'income' | 'costs' | 'savings', row: number): string {
	return `${quoted(dueSheet)}!${{ income, costs, savings }[of].total}${row}`
}

/** For each income, 1 if it does not start a new stretch. */
const isSmall = `(1-${quoted(dueSheet)}!$${income.names.at(0)}$${stretchRow}:$${income.names.at(-1)}$${stretchRow})`

/**
 * Returns a formula for what is planned to come in during a week, apart from money that starts a new stretch. `days` is a condition
 * for the days of the week, counted from 0, on which it comes.
 */
export function smallMoney(row: number, days?: (day: string) => string): string {
	const all = ({ names }: Columns) => `${quoted(dueSheet)}!$${names.at(0)}${row}:$${names.at(-1)}${row}`
	return `SUMPRODUCT(${all(income)}*${isSmall}${days === undefined ? '' : `*${days(all(incomeDays))}`})`
}

/** Returns a formula for the part of a week's income that starts a new stretch. */
export function stretchMoney(row: number): string {
	const across = (at: string) => income.names.at(0) + at + income.names.at(-1)
	const flags = `${quoted(dueSheet)}!$${income.names.at(0)}$${stretchRow}:$${income.names.at(-1)}$${stretchRow}`
	return `SUMPRODUCT(${flags},${quoted(dueSheet)}!$${across(`${row}:$`)}${row})`
}

/**
 * Returns a formula for the lowest point of a week's income less its fixed costs, day by day. This shows a shortfall if rent is
 * taken before the loan arrives. On the same day, income counts first. What
 * came in counts from Monday, instead of what was planned apart from money that starts a stretch.
 */
export function dipOf(row: number): string {
	const all = ({ names }: Columns) => `${quoted(dueSheet)}!$${names.at(0)}${row}:$${names.at(-1)}${row}`
	const upTo = (of: Columns, days: Columns, day: number, counts = '') =>
		`SUMPRODUCT((${all(days)}<=${day})*${all(of)}${counts})`
	const { isPaid, copy } = payColumns
	const days = [0, 1, 2, 3, 4, 5, 6].map(
		(day) =>
			`${upTo(income, incomeDays, day, `*(1-Pay!${isPaid}${row}*${isSmall})`)}-${upTo(costs, costDays, day)}`,
	)
	return `ROUND(MIN(${days.join(',')})+IF(Pay!${isPaid}${row}=1,Pay!${copy}${row},0),2)`
}

function names(column: string, { source }: Columns): { formula: string }[] {
	return source.all.map((row) => ({ formula: `IF(${column}$${row}="","",${column}$${row})` }))
}

function addDays(sheet: Worksheet, row: number, { names: amounts, source }: Columns, days: Columns): void {
	days.names.forEach((column, index) => {
		const text = `IF(${amounts[index]}${row}=0,0,${dayInWeek(`$B${row}`, source.first + index)})`
		formula(sheet, `${column}${row}`, ifKnown(text))
	})
}

function addAmounts(
	sheet: Worksheet,
	row: number,
	{ names: columns, total, source }: Columns,
	amount: (source: number, row: number) => string,
): void {
	columns.forEach((column, index) => {
		formula(sheet, `${column}${row}`, ifKnown(amount(source.first + index, row)), poundsOrDash)
	})
	formula(
		sheet,
		`${total}${row}`,
		ifKnown(`ROUND(SUM(${columns.at(0)}${row}:${columns.at(-1)}${row}),2)`),
		poundsOrDash,
	)
}

function dueInWeek(source: number, row: number): string {
	const times = `${dueUpTo(`($B${row}+6)`, source)}-${dueUpTo(`($B${row}-1)`, source)}`
	return `IF(Setup!$${dueColumns.isUsed}${source}=0,0,Setup!$${typedColumns.amount}${source}*(${times}))`
}

/** What is saved for a goal in a week, in whole pence. The last week reaches the target to the penny. */
function savedInWeek(source: number, row: number): string {
	const at = (column: string) => `Savings!$${column}$${source}`
	const upTo = (weeksSaved: string) =>
		wholePence(`${at('K')}*(${weeksSaved})/(${at(goalColumns.by)}-${at('J')}+1)`)
	const inWeek = `ROUND(${upTo(`$A${row}-${at('J')}+1`)}-${upTo(`$A${row}-${at('J')}`)},2)`
	return `IF(${at('I')}=0,0,IF(OR($A${row}<${at('J')},$A${row}>${at(goalColumns.by)}),0,${inWeek}))`
}

/** Rounds down to the penny. The inner rounding removes floating-point errors. */
export function wholePence(amount: string): string {
	return `INT(ROUND(${amount}*100,4))/100`
}
