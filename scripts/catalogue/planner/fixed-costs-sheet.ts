import type { Workbook } from '@cj-tech-master/excelts'
import { formula, header, poundsOrDash, title, widths } from './cells.ts'
import { setup, weeks } from './layout.ts'

const firstColumn = 'C'.charCodeAt(0)
export const totalColumn = columnName(setup.fixed.all.length)

/** One column per fixed cost and one row per week, with what is due. */
export function addFixedCostsSheet(workbook: Workbook): void {
	const sheet = workbook.addWorksheet('Fixed costs', { views: [{ state: 'frozen', xSplit: 2, ySplit: 3 }] })
	widths(sheet, [8, 17, ...setup.fixed.all.map(() => 13), 14])
	title(sheet, 'Fixed costs, week by week', 'Worked out from Setup. Nothing to type here.')
	header(sheet, 3, [
		'Week',
		'Beginning',
		...setup.fixed.all.map((row) => ({ formula: `IF(Setup!$A$${row}="","",Setup!$A$${row})` })),
		'Together',
	])
	for (const [index, row] of weeks.all.entries()) {
		formula(sheet, `A${row}`, `Weeks!A${row}`)
		formula(sheet, `B${row}`, `Weeks!B${row}`, 'd mmm yyyy')
		for (const [column, source] of setup.fixed.all.entries()) {
			formula(sheet, `${columnName(column)}${row}`, dueInWeek(source, row), poundsOrDash)
		}
		const last = columnName(setup.fixed.all.length - 1)
		formula(sheet, `${totalColumn}${row}`, `SUM(C${row}:${last}${row})`, poundsOrDash)
		if (index === 0) sheet.getRow(row).height = 16
	}
}

function columnName(index: number): string {
	return String.fromCharCode(firstColumn + index)
}

/** The amount times its number of due days in the seven days from column B. */
function dueInWeek(source: number, row: number): string {
	const amount = `Setup!$B$${source}`
	const rhythm = `Setup!$C$${source}`
	const first = `Setup!$D$${source}`
	const last = `Setup!$F$${source}`
	const start = `$B${row}`
	const end = `($B${row}+6)`
	const weekly = `IF(AND(${end}>=${first},${start}<=${last}),1,0)`
	const once = `IF(AND(${first}>=${start},${first}<=${end}),1,0)`
	const monthly = `${monthsUpTo(`MIN(${end},${last})`, first)}-${monthsUpTo(`MIN(${start}-1,${last})`, first)}`
	const times = `IF(${rhythm}="Weekly",${weekly},IF(${rhythm}="Once",${once},IF(${rhythm}="Monthly",${monthly},0)))`
	return `IF(OR(${amount}="",${first}="",$A${row}>${setup.lastWeek}),0,${amount}*${times})`
}

/** How many monthly due days there have been by a date, including the first. The 31st is the last day of a short month. */
function monthsUpTo(date: string, first: string): string {
	const months = `(YEAR(${date})-YEAR(${first}))*12+MONTH(${date})-MONTH(${first})`
	return `IF(${date}<${first},0,${months}+IF(OR(DAY(${date})>=DAY(${first}),DAY(${date}+1)=1),1,0))`
}
