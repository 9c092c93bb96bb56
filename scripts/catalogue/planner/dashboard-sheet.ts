import type { Workbook, Worksheet } from '@cj-tech-master/excelts'
import { verdicts } from '#catalogue/budget-planner/expected-weeks.ts'
import { largestPounds, rooms, spendingCategories } from '#catalogue/budget-planner/planner-data.ts'
import { addBankCheck } from './bank-check.ts'
import {
	day,
	formula,
	header,
	heading,
	input,
	label,
	note,
	pounds,
	redIf,
	title,
	weekOnly,
	whole,
	widths,
} from './cells.ts'
import { listed, moreThanListed } from './checks-sheet.ts'
import {
	categories,
	firstOf,
	ifKnown,
	inQuotes,
	range,
	rows,
	setup,
	spending,
	toCheck,
	weeks,
} from './layout.ts'

const of = (column: string) => range('Weeks', column, weeks)
const thisWeek = (column: string) => `INDEX(${of(column)},${setup.weekNow})`
const inStretch = (column: string, weeksOf: string) =>
	`SUMIFS(${of(column)},${of('C')},${setup.stretchNow},${of('A')},"${weeksOf}"&${setup.weekNow})`
const nextStretch = (column: string) => `INDEX(${of(column)},MATCH(${setup.stretchNow}+1,${of('C')},0))`

const figures: readonly { text: string; formula: string; format: string }[] = [
	{ text: 'That week begins on', formula: thisWeek('B'), format: day },
	{
		text: 'Safe to spend this week',
		formula: `ROUND(${inStretch('G', '<=')}-${inStretch('H', '<')},2)`,
		format: pounds,
	},
	{ text: 'Spent so far this week', formula: thisWeek('H'), format: pounds },
	{ text: 'Left for this week', formula: 'ROUND(B6-B7,2)', format: pounds },
	{ text: 'Weekly number of this stretch', formula: thisWeek('G'), format: pounds },
	{ text: 'Fixed costs due this week', formula: thisWeek('E'), format: pounds },
	{ text: 'Next stretch begins on', formula: `IFERROR(${nextStretch('B')},"none planned")`, format: day },
	{ text: 'and its first week brings', formula: `IFERROR(${nextStretch('D')},0)`, format: pounds },
	{ text: 'Lowest point of the account, by plan', formula: `MIN(${of('J')})`, format: pounds },
]

const isToday = 'NOT(ISNUMBER(B4))'
const isBelowZeroAhead = `COUNTIFS(${of('J')},"<-0.004",${of('A')},">="&${setup.weekNow})>0`
const spentOn = range('Spending', 'A', spending)
const isLastWeekEmpty = `COUNTIFS(${spentOn},">="&(B5-7),${spentOn},"<"&B5)=0`
const verdict = firstOf(
	[
		[`${toCheck}>0`, inQuotes(verdicts.check)],
		[`AND(${isToday},${setup.today}>${setup.lastDay})`, inQuotes(verdicts.ended)],
		[`AND(${isToday},${setup.today}<${setup.monday})`, inQuotes(verdicts.notBegun)],
		['B6<0', inQuotes(verdicts.short)],
		[isBelowZeroAhead, inQuotes(verdicts.belowZero)],
		[`AND(${setup.weekNow}>1,${isLastWeekEmpty})`, inQuotes(verdicts.nothingLastWeek)],
		['B8<0', inQuotes(verdicts.over)],
	],
	inQuotes(verdicts.fine),
)

const checkList = rows(18, rooms.listed)

/** The page that answers: what may I spend this week, does the plan work out, and does it agree with the bank? */
export function addDashboardSheet(workbook: Workbook): void {
	const sheet = workbook.addWorksheet('Dashboard', { properties: { tabColor: { argb: 'FF0B5D41' } } })
	// The first two columns fill the width of a phone.
	widths(sheet, [31, 15, 9, 12, 2, 13, 13, 13, 13, 13, 13, 13])
	for (let row = 3; row <= 47; row += 1) sheet.getRow(row).height = 19
	title(
		sheet,
		'Dashboard',
		'What’s safe to spend this week. Leave the yellow field empty to see the week of today.',
	)
	heading(sheet, 'A3', 'This week')
	label(sheet, 'A4', 'Week to show (empty: today’s)').font = { name: 'Calibri', size: 11, bold: true }
	input(sheet, 'B4', whole).dataValidation = weekOnly
	const hint = formula(sheet, 'C4', ifKnown(`"week "&${setup.weekNow}&" of "&${setup.lastWeek}`, '""'))
	hint.border = {}
	hint.alignment = { horizontal: 'left', indent: 1 }
	figures.forEach((line, index) => {
		label(sheet, `A${5 + index}`, line.text)
		formula(sheet, `B${5 + index}`, ifKnown(line.formula, '"check these"'), line.format)
	})
	for (const address of ['A6', 'B6']) {
		sheet.getCell(address).font = { name: 'Calibri', size: 14, bold: true }
		sheet.getCell(address).fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFFFC53D' } }
	}
	const answer = formula(sheet, 'A15', verdict)
	answer.font = { name: 'Calibri', size: 12, bold: true }
	answer.border = {}

	addCheckList(sheet)
	addBankCheck(sheet, largestPounds)
	addCategories(sheet)
	// Google Sheets colours a field only by fields of the same sheet.
	redIf(sheet, 'B5:B13', `$B5="check these"`)
	redIf(sheet, `A${checkList.first}:D${checkList.last}`, `$B${checkList.first}<>""`)
}

function addCheckList(sheet: Worksheet): void {
	heading(sheet, 'A17', 'Check these')
	checkList.all.forEach((row, index) => {
		const where = listed(index + 1, 'A')
		formula(
			sheet,
			`A${row}`,
			index === 0 ? `IF(${toCheck}=0,"Nothing: every row counts.",${where})` : where,
		).border = {}
		const what = formula(sheet, `B${row}`, listed(index + 1, 'B'))
		what.font = { name: 'Calibri', size: 11, bold: true }
		what.border = {}
	})
	formula(sheet, `A${checkList.last + 1}`, moreThanListed).border = {}
}

function addCategories(sheet: Worksheet): void {
	heading(sheet, `A${categories.first - 2}`, 'Where it went')
	header(sheet, categories.first - 1, ['On what', 'So far', 'Share', 'A week'])
	const total = categories.last + 1
	const spent = (row: number) =>
		`ROUND(SUMIFS(${range('Spending', 'C', spending)},${range('Spending', 'B', spending)},A${row}),2)`
	const aWeek = (row: number) => ifKnown(`ROUND(B${row}/${setup.weekNow},2)`)
	spendingCategories.forEach((category, index) => {
		const row = categories.first + index
		label(sheet, `A${row}`, category)
		formula(sheet, `B${row}`, ifKnown(spent(row)), pounds)
		formula(sheet, `C${row}`, ifKnown(`IF($B$${total}=0,0,B${row}/$B$${total})`), '0%')
		formula(sheet, `D${row}`, aWeek(row), pounds)
	})
	label(sheet, `A${total}`, 'Together').font = { name: 'Calibri', size: 11, bold: true }
	const sum = (column: string) => `SUM(${column}${categories.first}:${column}${categories.last})`
	formula(sheet, `B${total}`, ifKnown(`ROUND(${sum('B')},2)`), pounds)
	formula(sheet, `C${total}`, ifKnown(sum('C')), '0%')
	formula(sheet, `D${total}`, aWeek(total), pounds)
	note(sheet, `A${total + 1}`, 'Fixed costs aren’t in this table; they’re in Setup.')
}
