import type { Workbook } from '@cj-tech-master/excelts'
import { formula, header, label, pounds, title, widths } from './cells.ts'
import { totalColumn } from './fixed-costs-sheet.ts'
import { currentWeek, goals, range, safeToSpend, setup, spending, weeks } from './layout.ts'

const of = (column: string) => range('Weeks', column, weeks)

/**
 * The heart of the planner. A stretch is the time from one lump of money to the next that is meant to last; its weekly
 * number is what comes in during it, less fixed costs and savings, shared equally by its weeks.
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
		'Left of the week',
		'In the account, by plan',
	])
	for (const [index, row] of weeks.all.entries()) {
		const active = (text: string) => `IF($A${row}>${setup.lastWeek},0,${text})`
		const inStretch = (column: string) => `SUMIFS(${of(column)},${of('C')},C${row})`

		label(sheet, `A${row}`, index + 1)
		formula(sheet, `B${row}`, `${setup.firstMonday}+7*(A${row}-1)`, 'd mmm yyyy')
		formula(
			sheet,
			`C${row}`,
			active(`MAX(1,COUNTIFS(${lumps('B')},">0",${lumps('B')},"<="&(B${row}+6),${lumps('D')},"<>No"))`),
		)
		formula(
			sheet,
			`D${row}`,
			active(`SUMIFS(${lumps('C')},${lumps('B')},">="&B${row},${lumps('B')},"<="&(B${row}+6))`),
			pounds,
		)
		formula(
			sheet,
			`E${row}`,
			active(`SUMIFS(${income('B')},${income('C')},"<="&A${row},${income('D')},">="&A${row})`),
			pounds,
		)
		formula(sheet, `F${row}`, active(`'Fixed costs'!${totalColumn}${row}`), pounds)
		formula(
			sheet,
			`G${row}`,
			active(`SUMIFS(${range('Savings', 'E', goals)},${range('Savings', 'D', goals)},">="&A${row})`),
			pounds,
		)
		const available = `IF(C${row}=1,${setup.starting},0)+${inStretch('D')}+${inStretch('E')}-${inStretch('F')}-${inStretch('G')}`
		formula(sheet, `H${row}`, active(`ROUND((${available})/COUNTIF(${of('C')},C${row}),2)`), pounds)
		formula(
			sheet,
			`I${row}`,
			active(`SUMIFS(${range('Spending', 'C', spending)},${range('Spending', 'E', spending)},A${row})`),
			pounds,
		)
		formula(sheet, `J${row}`, `H${row}-I${row}`, pounds)
		const before = index === 0 ? setup.starting : `K${row - 1}`
		// Weeks that are over count what was spent, the present one what is safe to spend, later ones their number.
		const planned = `IF(A${row}=${currentWeek},${safeToSpend},H${row})`
		const out = `IF(A${row}<${currentWeek},I${row},MAX(${planned},I${row}))`
		formula(sheet, `K${row}`, `${before}+D${row}+E${row}-F${row}-G${row}-${active(out)}`, pounds)
	}
}

function lumps(column: string): string {
	return range('Setup', column, setup.lumps)
}

function income(column: string): string {
	return range('Setup', column, setup.weekly)
}
