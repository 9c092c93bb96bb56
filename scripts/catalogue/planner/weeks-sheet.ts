import type { Workbook } from '@cj-tech-master/excelts'
import { formula, header, label, poundsOrDash, title, widths } from './cells.ts'
import { dueTotal, stretchMoney, wholePence } from './due-sheet.ts'
import { ifKnown, range, safeToSpend, setup, spending, weeks } from './layout.ts'

const of = (column: string) => range('Weeks', column, weeks)

/**
 * The weekly plan. A stretch is the time from one income that has to last to the next, and the weeks before the first one. Its weekly
 * number is the income of the stretch less fixed costs and savings, divided equally among its weeks. What is left or missing at the end
 * of a stretch is carried over to the next. All amounts are whole pence.
 */
export function addWeeksSheet(workbook: Workbook): void {
	const sheet = workbook.addWorksheet('Weeks', { views: [{ state: 'frozen', xSplit: 2, ySplit: 3 }] })
	widths(sheet, [6, 13, 9, 13, 13, 13, 13, 13, 13, 15])
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
	])
	for (const [index, row] of weeks.all.entries()) {
		const active = (text: string) => ifKnown(`IF($A${row}>${setup.lastWeek},0,${text})`)
		const inStretch = (column: string) => `SUMIFS(${of(column)},${of('C')},C${row})`

		label(sheet, `A${row}`, index + 1)
		formula(sheet, `B${row}`, ifKnown(`${setup.monday}+7*(A${row}-1)`), 'd mmm yyyy')
		formula(sheet, `C${row}`, active(index === 0 ? '1' : `C${row - 1}+IF(${stretchMoney(row)}>0,1,0)`))
		formula(sheet, `D${row}`, active(dueTotal('income', row)), poundsOrDash)
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
		const spent = `SUMIFS(${range('Spending', 'C', spending)},${range('Spending', 'E', spending)},A${row})`
		formula(sheet, `H${row}`, active(`ROUND(${spent},2)`), poundsOrDash)
		formula(sheet, `I${row}`, ifKnown(`ROUND(G${row}-H${row},2)`), poundsOrDash)
		const before = index === 0 ? setup.starting : `J${row - 1}`
		// Past weeks count what was spent, the current week what is safe to spend, and future weeks their number. What is spent too much
		// comes off the next week.
		const over = `MIN(0,${safeToSpend}-INDEX(${of('H')},${setup.weekNow}))`
		const planned = `IF(A${row}=${setup.weekNow},${safeToSpend},G${row}+IF(A${row}=${setup.weekNow}+1,${over},0))`
		const out = `IF(A${row}<${setup.weekNow},H${row},MAX(${planned},H${row}))`
		formula(
			sheet,
			`J${row}`,
			ifKnown(`ROUND(${before}+D${row}-E${row}-F${row}-IF($A${row}>${setup.lastWeek},0,${out}),2)`),
			poundsOrDash,
		)
	}
}

/** What a stretch starts with: the opening balance, then what is left or missing from the previous stretch. */
function carried(row: number, index: number): string {
	if (index === 0) return setup.starting
	const before = (column: string) => `${column}$${weeks.first}:${column}${row - 1}`
	return `IF(C${row - 1}<${setup.stretchNow},SUMIFS(${before('I')},${before('C')},C${row - 1}),0)`
}
