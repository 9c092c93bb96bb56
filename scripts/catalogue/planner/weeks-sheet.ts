import type { Workbook } from '@cj-tech-master/excelts'
import { formula, header, label, poundsOrDash, title, widths } from './cells.ts'
import { totalColumn } from './fixed-costs-sheet.ts'
import { goals, range, safeToSpend, setup, spending, weeks } from './layout.ts'

const of = (column: string) => range('Weeks', column, weeks)

/**
 * The weekly plan. A stretch is the time from one lump sum to the next, and the weeks before the first one. Its weekly number is the
 * income of the stretch less fixed costs and savings, divided equally among its weeks. What is left or missing at the end of a stretch is
 * carried over to the next.
 */
export function addWeeksSheet(workbook: Workbook): void {
	const sheet = workbook.addWorksheet('Weeks', { views: [{ state: 'frozen', xSplit: 2, ySplit: 3 }] })
	widths(sheet, [8, 17, 10, 14, 14, 14, 14, 14, 14, 14, 16])
	title(sheet, 'Week by week', 'Worked out from Setup, Savings and Spending. Nothing to type here.')
	header(sheet, 3, [
		'Week',
		'Beginning',
		'Stretch',
		'Lumps in',
		'Weekly money in',
		'Fixed costs',
		'To savings',
		'Weekly number',
		'Spent',
		'Left over',
		'In the account, by plan',
	])
	for (const [index, row] of weeks.all.entries()) {
		const active = (text: string) => `IF($A${row}>${setup.lastWeek},0,${text})`
		const inStretch = (column: string) => `SUMIFS(${of(column)},${of('C')},C${row})`

		label(sheet, `A${row}`, index + 1)
		formula(sheet, `B${row}`, `${setup.firstMonday}+7*(A${row}-1)`, 'd mmm yyyy')
		const begins = `COUNTIFS(${lumps('B')},">="&B${row},${lumps('B')},"<="&(B${row}+6),${lumps('D')},"<>No")`
		formula(sheet, `C${row}`, active(index === 0 ? '1' : `C${row - 1}+MIN(1,${begins})`))
		formula(
			sheet,
			`D${row}`,
			active(`SUMIFS(${lumps('C')},${lumps('B')},">="&B${row},${lumps('B')},"<="&(B${row}+6))`),
			poundsOrDash,
		)
		formula(
			sheet,
			`E${row}`,
			active(`SUMIFS(${income('B')},${income('C')},"<="&A${row},${income('D')},">="&A${row})`),
			poundsOrDash,
		)
		formula(sheet, `F${row}`, active(`'Fixed costs'!${totalColumn}${row}`), poundsOrDash)
		formula(
			sheet,
			`G${row}`,
			active(`SUMIFS(${goal('F')},${goal('H')},"<="&A${row},${goal('E')},">="&A${row})`),
			poundsOrDash,
		)
		const available = `${carried(row, index)}+${inStretch('D')}+${inStretch('E')}-${inStretch('F')}-${inStretch('G')}`
		// Rounded down, so that a stretch never ends a few pence below zero. The inner rounding removes floating-point errors.
		const number = `ROUNDDOWN(ROUND((${available})/COUNTIF(${of('C')},C${row}),4),2)`
		formula(
			sheet,
			`H${row}`,
			active(index === 0 ? number : `IF(C${row}=C${row - 1},H${row - 1},${number})`),
			poundsOrDash,
		)
		formula(
			sheet,
			`I${row}`,
			active(`SUMIFS(${range('Spending', 'C', spending)},${range('Spending', 'E', spending)},A${row})`),
			poundsOrDash,
		)
		formula(sheet, `J${row}`, `H${row}-I${row}`, poundsOrDash)
		const before = index === 0 ? setup.starting : `K${row - 1}`
		// Past weeks count what was spent, the current week what is safe to spend, and future weeks their number.
		const planned = `IF(A${row}=${setup.weekNow},${safeToSpend},H${row})`
		const out = `IF(A${row}<${setup.weekNow},I${row},MAX(${planned},I${row}))`
		formula(
			sheet,
			`K${row}`,
			`ROUND(${before}+D${row}+E${row}-F${row}-G${row}-${active(out)},4)`,
			poundsOrDash,
		)
	}
}

/** What a stretch starts with: the opening balance, then what is left or missing from the previous stretch. */
function carried(row: number, index: number): string {
	if (index === 0) return setup.starting
	const before = (column: string) => `${column}$${weeks.first}:${column}${row - 1}`
	return `IF(C${row - 1}<${setup.stretchNow},SUMIFS(${before('J')},${before('C')},C${row - 1}),0)`
}

function goal(column: string): string {
	return range('Savings', column, goals)
}

function lumps(column: string): string {
	return range('Setup', column, setup.lumps)
}

function income(column: string): string {
	return range('Setup', column, setup.weekly)
}
