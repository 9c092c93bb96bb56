import type { Workbook, Worksheet } from '@cj-tech-master/excelts'
import { type PlannerData, spendingCategories } from '#catalogue/budget-planner/planner-data.ts'
import { day, formula, header, heading, input, label, note, pounds, title, widths } from './cells.ts'
import { range, setup, spending, weeks } from './layout.ts'

const of = (column: string) => range('Weeks', column, weeks)
const thisWeek = (column: string) => `INDEX(${of(column)},$B$4)`

const figures: readonly { text: string; formula: string; format: string }[] = [
	{ text: 'That week begins on', formula: thisWeek('B'), format: day },
	{
		text: 'Safe to spend this week',
		formula: `SUMIFS(${of('H')},${of('C')},${thisWeek('C')},${of('A')},"<="&$B$4)-SUMIFS(${of('I')},${of('C')},${thisWeek('C')},${of('A')},"<"&$B$4)`,
		format: pounds,
	},
	{ text: 'Spent so far this week', formula: thisWeek('I'), format: pounds },
	{ text: 'Left for this week', formula: 'B6-B7', format: pounds },
	{ text: 'Weekly number until the next lump', formula: thisWeek('H'), format: pounds },
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
	{ text: 'Lowest point of the account, by plan', formula: `MIN(${of('K')})`, format: pounds },
]

/** One page that answers: what may I spend this week, and does the plan hold? */
export function addDashboardSheet(workbook: Workbook, data: PlannerData): void {
	const sheet = workbook.addWorksheet('Dashboard', { properties: { tabColor: { argb: 'FF0B5D41' } } })
	widths(sheet, [34, 18, 9, 12, 2, 13, 13, 13, 13, 13, 13, 13])
	for (let row = 3; row <= 44; row += 1) sheet.getRow(row).height = 19
	title(sheet, 'Dashboard', 'Type the number of the week you are in. The rest is worked out.')
	heading(sheet, 'A3', 'This week')
	label(sheet, 'A4', 'Week I am in (1 to 52)').font = { name: 'Calibri', size: 11, bold: true }
	input(sheet, 'B4', data.currentWeek)
	figures.forEach((figure, index) => {
		label(sheet, `A${5 + index}`, figure.text)
		formula(sheet, `B${5 + index}`, figure.formula, figure.format)
	})
	for (const address of ['A6', 'B6']) {
		sheet.getCell(address).font = { name: 'Calibri', size: 14, bold: true }
		sheet.getCell(address).fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFFFC53D' } }
	}
	formula(
		sheet,
		'A15',
		'IF(B13<-1,"The plan goes below zero. Change a fixed cost, an income or a goal.",IF(B8<0,"More is gone than this week allows. It comes off the weeks until the next lump.","You are inside the plan."))',
	).font = { name: 'Calibri', size: 12, bold: true }

	addCategories(sheet)
	addCharts(sheet)
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
		formula(sheet, `D${row}`, `B${row}/MAX(1,$B$4)`, pounds)
	})
	label(sheet, 'A27', 'Together').font = { name: 'Calibri', size: 11, bold: true }
	formula(sheet, 'B27', 'SUM(B19:B26)', pounds)
	formula(sheet, 'C27', 'SUM(C19:C26)', '0%')
	formula(sheet, 'D27', 'B27/MAX(1,$B$4)', pounds)
	note(sheet, 'A28', 'Fixed costs are not in this table; they are on their own sheet.')
}

/** Weeks along the bottom, every fourth with its number; whole pounds up the side on light lines. */
const weekAxis = { tickLblSkip: 4, tickMarkSkip: 4, majorTickMark: 'none', minorTickMark: 'none' } as const
const poundAxis = {
	numFmt: '"£"#,##0',
	numFmtLinked: false,
	majorTickMark: 'none',
	minorTickMark: 'none',
	majorGridlines: true,
	majorGridlinesStyle: { line: { color: { srgb: 'D9D3C4' }, width: 6350 } },
} as const

function addCharts(sheet: Worksheet): void {
	sheet.addLineChart(
		{
			title: 'In the account at the end of each week, by plan',
			showLegend: false,
			categoryAxis: weekAxis,
			valueAxis: poundAxis,
			series: [
				{
					name: 'In the account',
					categories: of('A'),
					values: of('K'),
					line: '0B5D41',
					lineWidth: 2.25,
					smooth: false,
					marker: { symbol: 'none' },
				},
			],
		},
		'F3:L16',
	)
	sheet.addColumnChart(
		{
			title: 'Weekly number and what was spent',
			showLegend: true,
			legendPosition: 'b',
			gapWidth: 30,
			categoryAxis: weekAxis,
			valueAxis: poundAxis,
			series: [
				{ name: 'Weekly number', categories: of('A'), values: of('H'), fill: 'CFC7B3' },
				{ name: 'Spent', categories: of('A'), values: of('I'), fill: '0B5D41' },
			],
		},
		'F17:L29',
	)
	sheet.addBarChart(
		{
			title: 'Where it went',
			showLegend: false,
			gapWidth: 60,
			categoryAxis: { majorTickMark: 'none', minorTickMark: 'none', orientation: 'maxMin' },
			valueAxis: poundAxis,
			series: [
				{
					name: 'So far',
					categories: 'Dashboard!$A$19:$A$26',
					values: 'Dashboard!$B$19:$B$26',
					fill: '37592B',
				},
			],
		},
		'A30:L44',
	)
}
