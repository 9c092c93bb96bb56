import type { Workbook, Worksheet } from '@cj-tech-master/excelts'
import { type PlannerData, spendingCategories } from '#catalogue/budget-planner/planner-data.ts'
import {
	day,
	formula,
	header,
	heading,
	input,
	label,
	note,
	pounds,
	title,
	weekOnly,
	whole,
	widths,
} from './cells.ts'
import { range, setup, spending, weeks } from './layout.ts'

const of = (column: string) => range('Weeks', column, weeks)
const thisWeek = (column: string) => `INDEX(${of(column)},${setup.weekNow})`
const inStretch = (column: string, weeksOf: string) =>
	`SUMIFS(${of(column)},${of('C')},${setup.stretchNow},${of('A')},"${weeksOf}"&${setup.weekNow})`

const figures: readonly { text: string; formula: string; format: string }[] = [
	{ text: 'That week begins on', formula: thisWeek('B'), format: day },
	{
		text: 'Safe to spend this week',
		formula: `ROUND(${inStretch('H', '<=')}-${inStretch('I', '<')},2)`,
		format: pounds,
	},
	{ text: 'Spent so far this week', formula: thisWeek('I'), format: pounds },
	{ text: 'Left for this week', formula: 'B6-B7', format: pounds },
	{ text: 'Weekly number of this stretch', formula: thisWeek('H'), format: pounds },
	{ text: 'Fixed costs due this week', formula: thisWeek('F'), format: pounds },
	{
		text: 'Next lump arrives on',
		formula: `IFERROR(SMALL(${range('Setup', 'B', setup.lumps)},COUNTIFS(${range('Setup', 'B', setup.lumps)},">0",${range('Setup', 'B', setup.lumps)},"<="&(B5+6))+1),"none planned")`,
		format: day,
	},
	{
		text: 'and brings',
		formula: `IF(ISNUMBER(B11),SUMIFS(${range('Setup', 'C', setup.lumps)},${range('Setup', 'B', setup.lumps)},B11),0)`,
		format: pounds,
	},
	{ text: 'Lowest point of the account, by plan', formula: `ROUND(MIN(${of('K')}),2)`, format: pounds },
]

const isEmpty = `AND(${setup.starting}=0,SUM(${of('D')})=0,SUM(${of('E')})=0)`
const isBelowZeroAhead = `COUNTIFS(${of('K')},"<-0.004",${of('A')},">="&${setup.weekNow})>0`
const verdict =
	`IF(${isEmpty},"No money in yet: begin with the sheet Setup.",` +
	'IF(B6<0,"Nothing is safe to spend this week: the stretch is short by what stands in red.",' +
	`IF(${isBelowZeroAhead},"The plan goes below zero: see the red figures in Weeks, last column.",` +
	'IF(B8<0,"More has gone than this week allows. It comes off next week.","You are inside the plan."))))'

/** The page that answers: what may I spend this week, and does the plan work out? */
export function addDashboardSheet(workbook: Workbook, data: PlannerData): void {
	const sheet = workbook.addWorksheet('Dashboard', { properties: { tabColor: { argb: 'FF0B5D41' } } })
	widths(sheet, [34, 18, 9, 12, 2, 13, 13, 13, 13, 13, 13, 13])
	for (let row = 3; row <= 44; row += 1) sheet.getRow(row).height = 19
	title(
		sheet,
		'Dashboard',
		'Type the number of the week you are in; the sheet Weeks has their dates. The rest is worked out.',
	)
	heading(sheet, 'A3', 'This week')
	label(sheet, 'A4', 'Week I am in (1 to 52)').font = { name: 'Calibri', size: 11, bold: true }
	input(sheet, 'B4', data.currentWeek, whole).dataValidation = weekOnly
	formula(
		sheet,
		'C4',
		`IF(B4=${setup.weekNow},"of "&${setup.lastWeek},"counts as week "&${setup.weekNow})`,
	).border = {}
	figures.forEach((figure, index) => {
		label(sheet, `A${5 + index}`, figure.text)
		formula(sheet, `B${5 + index}`, figure.formula, figure.format)
	})
	for (const address of ['A6', 'B6']) {
		sheet.getCell(address).font = { name: 'Calibri', size: 14, bold: true }
		sheet.getCell(address).fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFFFC53D' } }
	}
	formula(sheet, 'A15', verdict).font = { name: 'Calibri', size: 12, bold: true }

	addCategories(sheet)
}

function addCategories(sheet: Worksheet): void {
	heading(sheet, 'A17', 'Where it went')
	header(sheet, 18, ['On what', 'So far', 'Share', 'A week'])
	spendingCategories.forEach((category, index) => {
		const row = 19 + index
		label(sheet, `A${row}`, category)
		formula(
			sheet,
			`B${row}`,
			`SUMIFS(${range('Spending', 'C', spending)},${range('Spending', 'B', spending)},A${row})`,
			pounds,
		)
		formula(sheet, `C${row}`, `IF($B$27=0,0,B${row}/$B$27)`, '0%')
		formula(sheet, `D${row}`, `B${row}/${setup.weekNow}`, pounds)
	})
	label(sheet, 'A27', 'Together').font = { name: 'Calibri', size: 11, bold: true }
	formula(sheet, 'B27', 'SUM(B19:B26)', pounds)
	formula(sheet, 'C27', 'SUM(C19:C26)', '0%')
	formula(sheet, 'D27', `B27/${setup.weekNow}`, pounds)
	note(sheet, 'A28', 'Fixed costs are not in this table; they are on their own sheet.')
}
