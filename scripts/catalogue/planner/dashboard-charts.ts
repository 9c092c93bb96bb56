import type { Workbook } from '@cj-tech-master/excelts'
import { categories, range, weeks } from './layout.ts'

const of = (column: string) => range('Weeks', column, weeks)

/** The alternative text of each chart and its range of cells, in the order of the charts. */
export const chartDescriptions = [
	{
		name: 'In the account',
		text: 'Line chart: what is in the account at the end of each week, by plan. The figures are in the sheet Weeks, column J.',
	},
	{
		name: 'Weekly number and spent',
		text: 'Column chart: the weekly number beside what was spent in each week. The figures are in the sheet Weeks, columns G and H.',
	},
	{
		name: 'Where it went',
		text: 'Bar chart: spending so far by category. The figures are in the table Where it went on this sheet, rows 38 to 45.',
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
 * Adds the charts of the dashboard. This comes after the calculation, since a chart contains its values, for previews that do not
 * calculate.
 */
export function addDashboardCharts(workbook: Workbook): void {
	const sheet = workbook.getWorksheet('Dashboard')
	if (sheet === undefined) throw new Error('the charts need the sheet Dashboard')
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
					values: of('J'),
					line: '0B5D41',
					lineWidth: 2.25,
					smooth: false,
					marker: { symbol: 'none' },
				},
			],
		},
		'F3:L17',
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
				{ name: 'Weekly number', categories: of('A'), values: of('G'), fill: 'CFC7B3' },
				{ name: 'Spent', categories: of('A'), values: of('H'), fill: '0B5D41' },
			],
		},
		'F18:L32',
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
					categories: range('Dashboard', 'A', categories),
					values: range('Dashboard', 'B', categories),
					fill: '37592B',
				},
			],
		},
		'F33:L47',
	)
}
