import type { Workbook, Worksheet } from '@cj-tech-master/excelts'
import { manyRefunds, okWord } from '../../src/shared/planner/choices.ts'
import { formula, header, heading, label, poundsOrDash, redIf, title, widths } from './cells.ts'
import { dipOf, dueTotal, stretchMoney, wholePence } from './due-sheet.ts'
import {
	categories,
	chartColumns,
	weekColumns as column,
	copyOf,
	ifKnown,
	range,
	rows,
	setup,
	spendingArea,
	toCheck,
	weeks,
} from './layout.ts'
import { paidInstead } from './pay-sheet.ts'

const of = (column: string) => range('Weeks', column, weeks)

/**
 * Adds the weekly plan. Some incomes have to last for weeks. A stretch begins in the week of such an income and ends before the
 * next one; the weeks before the first are a stretch too. The weekly number of a stretch is its income less fixed costs and
 * savings, divided equally among its weeks. What is left or missing at the end of a stretch is carried over to the next. All
 * amounts are whole pence.
 */
export function addWeeksSheet(workbook: Workbook): void {
	const sheet = workbook.addWorksheet('Weeks', { views: [{ state: 'frozen', xSplit: 2, ySplit: 3 }] })
	widths(sheet, [6, 13, 9, 13, 13, 13, 13, 13, 13, 15, 15])
	title(sheet, 'Week by week', 'Worked out from Setup, Savings and Spending. Nothing to type here.')
	header(sheet, 3, [
		'Week',
		'Beginning',
		'Stretch',
		'Money in',
		'Fixed costs',
		'To savings',
		'Weekly number',
		'Spent',
		'Left over',
		'In the account, by plan',
		'Lowest in the week',
	])
	for (const [index, row] of weeks.all.entries()) {
		const active = (text: string) => ifKnown(`IF($A${row}>${setup.lastWeek},0,${text})`)
		const inStretch = (column: string) => `SUMIFS(${of(column)},${of('C')},C${row})`

		label(sheet, `A${row}`, index + 1)
		formula(sheet, `B${row}`, ifKnown(`${setup.monday}+7*(A${row}-1)`), 'd mmm yyyy')
		formula(sheet, `C${row}`, active(index === 0 ? '1' : `C${row - 1}+IF(${stretchMoney(row)}>0,1,0)`))
		formula(sheet, `D${row}`, active(`ROUND(${dueTotal('income', row)}+${paidInstead(row)},2)`), poundsOrDash)
		formula(sheet, `E${row}`, active(dueTotal('costs', row)), poundsOrDash)
		formula(sheet, `F${row}`, active(dueTotal('savings', row)), poundsOrDash)
		const available = `(${carried(row, index)}+${inStretch('D')}-${inStretch('E')}-${inStretch('F')})`
		// Rounded down, so that a stretch never ends a few pence below zero.
		const number = wholePence(`${available}/COUNTIF(${of('C')},C${row})`)
		formula(
			sheet,
			`G${row}`,
			active(index === 0 ? number : `IF(C${row}=C${row - 1},G${row - 1},${number})`),
			poundsOrDash,
		)
		const spent = `SUMIFS(${range('Spending', 'C', spendingArea)},${range('Spending', 'E', spendingArea)},A${row})`
		formula(sheet, `H${row}`, active(`ROUND(${spent},2)`), poundsOrDash)
		formula(sheet, `I${row}`, ifKnown(`ROUND(G${row}-${column.counted}${row},2)`), poundsOrDash)
		const before = index === 0 ? setup.starting : `J${row - 1}`
		// A past week counts what was spent, the current week what is safe to spend, and a future week its weekly number. What is
		// overspent this week comes off the next.
		const over = `MIN(0,${setup.safe}-INDEX(${of('H')},${setup.weekNow}))`
		const planned = `IF(A${row}=${setup.weekNow},${setup.safe},G${row}+IF(A${row}=${setup.weekNow}+1,${over},0))`
		const out = `IF(A${row}<${setup.weekNow},${column.counted}${row},MAX(${planned},H${row}))`
		formula(
			sheet,
			`J${row}`,
			ifKnown(`ROUND(${before}+D${row}-E${row}-F${row}-IF($A${row}>${setup.lastWeek},0,${out}),2)`),
			poundsOrDash,
		)
		addCounted(sheet, row)
		addLooksAhead(sheet, row, index)
		addChartValues(sheet, row)
	}
	for (const hidden of Object.values(column).slice(2)) sheet.getColumn(hidden).hidden = true
	addChartCategories(sheet)
	formula(sheet, `${column.floor}3`, setup.floor)
	redIf(
		sheet,
		`${column.lowest}${weeks.first}:${column.lowest}${weeks.last}`,
		`${column.lowest}${weeks.first}<$${column.floor}$3`,
	)
	sheet.pageSetup.printArea = `A1:${column.lowest}${weeks.last}`
}

/**
 * Adds what counts as spent: the weekly number if nothing is typed for an earlier week. Also looks for payments pasted with their
 * sign turned, without waiting for the other checks.
 */
function addCounted(sheet: Worksheet, row: number): void {
	const isForgotten = `AND(A${row}<${setup.weekNow},${column.payments}${row}=0)`
	formula(
		sheet,
		`${column.counted}${row}`,
		ifKnown(`IF(${isForgotten},IF(G${row}>0,G${row},0),H${row})`),
		poundsOrDash,
	)
	const [amounts, inWeek] = [range('Spending', 'C', spendingArea), range('Spending', 'E', spendingArea)]
	const answered = `${range('Spending', 'D', spendingArea)},"${okWord}*"`
	const sum = `SUMIFS(${amounts},${inWeek},A${row})-SUMIFS(${amounts},${inWeek},A${row},${answered})`
	const refunds = `${inWeek},A${row},${amounts},"<0"`
	const count = `COUNTIFS(${refunds})-COUNTIFS(${refunds},${answered})`
	// Most weeks have no refund, and need no more than one sum.
	const isTurned = `IF(COUNTIFS(${refunds})=0,FALSE,OR(ROUND(${sum},2)<0,${count}>=${manyRefunds}))`
	formula(sheet, `${column.moreBack}${row}`, `IF(${isTurned},A${row},"")`)
}

/** Adds the account's lowest point within the week, what it can bear, and its balance at the present pace of spending. */
function addLooksAhead(sheet: Worksheet, row: number, index: number): void {
	const before = (name: string) => (index === 0 ? setup.starting : `${name}${row - 1}`)
	const flows = `D${row}-E${row}-F${row}`
	const isPlanned = `AND($A${row}>=${setup.weekNow},$A${row}<=${setup.lastWeek})`
	const { account, lowest, untouched, bearable, payments, atPace, dip, runsOut } = column

	formula(sheet, `${dip}${row}`, ifKnown(dipOf(row)))
	formula(
		sheet,
		`${lowest}${row}`,
		ifKnown(`ROUND(MIN(${account}${row},${before(account)}+${dip}${row}),2)`),
		poundsOrDash,
	)
	const isNow = `A${row}=${setup.weekNow}`
	formula(
		sheet,
		`${untouched}${row}`,
		ifKnown(`ROUND(${before(untouched)}+${flows}-IF(${isNow},0,${column.counted}${row}),2)`),
		poundsOrDash,
	)
	// Some of next week's costs may be due before next week's income. The account must hold the money for them by this Sunday.
	const isLast = index === weeks.all.length - 1
	const needed = isLast ? `${untouched}${row}` : `${untouched}${row}+MIN(0,${dip}${row + 1})`
	const later = isLast ? needed : `IF(C${row + 1}=C${row},MIN(${needed},${bearable}${row + 1}),${needed})`
	formula(sheet, `${bearable}${row}`, ifKnown(`ROUND(${later},2)`), poundsOrDash)
	formula(sheet, `${payments}${row}`, ifKnown(`COUNTIF(${range('Spending', 'E', spendingArea)},A${row})`))
	const out = `IF($A${row}>${setup.lastWeek},0,MAX(${setup.pace},H${row}))`
	const ahead = `IF(ISNUMBER(${setup.pace}),ROUND(${before(atPace)}+${flows}-${out},2),0)`
	formula(
		sheet,
		`${atPace}${row}`,
		ifKnown(`IF(A${row}<${setup.weekNow},${untouched}${row},${ahead})`),
		poundsOrDash,
	)
	const least = `MIN(${atPace}${row},${before(atPace)}+IF(${isNow},0,${dip}${row}))`
	formula(
		sheet,
		`${runsOut}${row}`,
		ifKnown(`IF(AND(${isPlanned},ISNUMBER(${setup.pace})),IF(${least}<${setup.floor}-0.004,A${row},""),"")`),
	)
}

function addChartValues(sheet: Worksheet, row: number): void {
	const ifPlanned = (text: string, isShown = 'TRUE') =>
		`IF(${toCheck}>0,NA(),IF(AND($A${row}<=${setup.lastWeek},${isShown}),${text},NA()))`
	const { account, atPace, number, spent } = chartColumns
	formula(sheet, `${account}${row}`, ifPlanned(`${column.account}${row}`), poundsOrDash)
	const isAhead = `AND($A${row}>=${setup.weekNow},ISNUMBER(${setup.pace}))`
	formula(sheet, `${atPace}${row}`, ifPlanned(`${column.atPace}${row}`, isAhead), poundsOrDash)
	formula(sheet, `${number}${row}`, ifPlanned(`G${row}`), poundsOrDash)
	formula(sheet, `${spent}${row}`, ifPlanned(`H${row}`), poundsOrDash)
}

function addChartCategories(sheet: Worksheet): void {
	const { account, category, spentOn } = chartColumns
	heading(sheet, `${account}2`, 'For the charts. #N/A: nothing to draw.')
	const names = ['In the account', 'At your pace', 'Weekly number', 'Spent', 'On what', 'So far']
	for (const [index, name] of names.entries()) label(sheet, `${Object.values(chartColumns)[index]}3`, name)
	rows(weeks.first, categories.all.length).all.forEach((row, index) => {
		const source = categories.first + index
		const names = `Dashboard!$A$${categories.first - 1}:$A$${categories.last + 1}`
		formula(sheet, `${category}${row}`, copyOf(`INDEX(${names},${index + 2})`))
		formula(sheet, `${spentOn}${row}`, ifKnown(`Dashboard!$B$${source}`, 'NA()'), poundsOrDash)
	})
}

/**
 * Returns the formula for the money that a stretch starts with. The first starts with the opening balance. Each later one starts
 * with what the previous one has left over or overspent, which counts as 0 until the previous one is over.
 */
function carried(row: number, index: number): string {
	if (index === 0) return `(${setup.starting}-${setup.floor})`
	const before = (column: string) => `${column}$${weeks.first}:${column}${row - 1}`
	return `IF(C${row - 1}<${setup.stretchNow},SUMIFS(${before('I')},${before('C')},C${row - 1}),0)`
}
