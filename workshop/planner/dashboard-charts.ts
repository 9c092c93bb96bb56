import type { Workbook } from '@cj-tech-master/excelts'
import { categories, chartColumns, range, rows, weeks } from './layout.ts'

const of = (column: string) => range('Weeks', column, weeks)
const listed = rows(weeks.first, categories.all.length)

/** The alternative text of each chart and its range of cells, in the order of the charts. */
export const chartDescriptions = [
	{
		name: 'In the account',
		text: 'Line chart: what is in the account at the end of each week, by plan and at the pace of the last weeks. The figures are in the sheet Weeks, columns S and T.',
	},
	{
		name: 'Weekly number and spent',
		text: 'Column chart: the weekly number beside what was spent in each week. The figures are in the sheet Weeks, columns U and V.',
	},
	{
		name: 'Where it went',
		text: 'Bar chart: spending so far by category. The figures are in the table Where it went on this sheet, rows 43 to 50.',
	},
] as const

/** Weeks along the bottom, every fourth numbered, and whole pounds up the side on light lines. */
const weekAxis = { tickLblSkip: 4, tickMarkSkip: 4, majorTickMark: 'none', minorTickMark: 'none' } as const
const poundAxis = {
	numFmt: '"£"#,##0',
	numFmtLinked: false,
	majorTickMark: 'none',
	minorTickMark: 'none',
	majorGridlines: true,
	majorGridlinesStyle: { line: { color: { srgb: 'D9D3C4' }, width: 6350 } },
} as const

/**
 * Adds the charts of the dashboard. Call it after the calculation, because a chart stores its values for previews that do not
 * calculate.
 */
export function addDashboardCharts(workbook: Workbook): void {
	const sheet = workbook.getWorksheet('Dashboard')
	if (sheet === undefined) throw new Error('the charts need the sheet Dashboard')
	sheet.addLineChart(
		{
			title: 'In the account at the end of each week',
			showLegend: true,
			legendPosition: 'b',
			// Otherwise LibreOffice draws missing values at £0. Only the ends of a line lack values, and there this setting draws
			// nothing.
			displayBlanksAs: 'span',
			categoryAxis: weekAxis,
			valueAxis: poundAxis,
			series: [
				{
					name: 'By plan',
					categories: of('A'),
					values: of(chartColumns.account),
					line: '0B5D41',
					lineWidth: 2.25,
					smooth: false,
					marker: { symbol: 'none' },
				},
				{
					name: 'If you go on like the last weeks',
					categories: of('A'),
					values: of(chartColumns.atPace),
					line: '8F1D14',
					lineWidth: 1.5,
					smooth: false,
					marker: { symbol: 'none' },
				},
			],
		},
		'F3:L18',
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
				{ name: 'Weekly number', categories: of('A'), values: of(chartColumns.number), fill: 'CFC7B3' },
				{ name: 'Spent', categories: of('A'), values: of(chartColumns.spent), fill: '0B5D41' },
			],
		},
		'F19:L35',
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
					categories: range('Weeks', chartColumns.category, listed),
					values: range('Weeks', chartColumns.spentOn, listed),
					fill: '37592B',
				},
			],
		},
		'F36:L52',
	)
}
