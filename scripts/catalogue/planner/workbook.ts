import { Workbook } from '@cj-tech-master/excelts'
import { installChartSupport } from '@cj-tech-master/excelts/chart'
import { installFormulaEngine } from '@cj-tech-master/excelts/formula'
import type { PlannerData } from '#catalogue/budget-planner/planner-data.ts'
import { freezeOfficeFile } from '../archive.ts'
import { addDashboardCharts } from './dashboard-charts.ts'
import { addDashboardSheet } from './dashboard-sheet.ts'
import { describeCharts } from './describe-charts.ts'
import { addSavingsSheet, addSpendingSheet } from './entry-sheets.ts'
import { addFixedCostsSheet } from './fixed-costs-sheet.ts'
import { addSetupSheet } from './setup-sheet.ts'
import { addStartSheet } from './start-sheet.ts'
import { addWeeksSheet } from './weeks-sheet.ts'

/** Sheets whose header row is printed on each page. */
const longLists = ['Spending', 'Weeks', 'Fixed costs']

/** Makes the planner as an XLSX file without macros. Every formula has its value, for viewers that do not calculate. */
export async function buildPlanner(data: PlannerData, editionDate: string): Promise<Uint8Array> {
	installFormulaEngine()
	installChartSupport()
	const workbook = new Workbook()
	const stamp = new Date(`${editionDate}T09:00:00Z`)
	workbook.creator = 'Headstart'
	workbook.lastModifiedBy = 'Headstart'
	workbook.title = data.title
	workbook.language = 'en-GB'
	workbook.created = stamp
	workbook.modified = stamp

	addStartSheet(workbook, data, editionDate)
	addDashboardSheet(workbook, data)
	addSetupSheet(workbook, data)
	addSpendingSheet(workbook, data)
	addSavingsSheet(workbook, data)
	addWeeksSheet(workbook)
	addFixedCostsSheet(workbook)
	for (const sheet of workbook.worksheets) {
		sheet.pageSetup = {
			...sheet.pageSetup,
			paperSize: 9,
			orientation: 'landscape',
			fitToPage: true,
			fitToWidth: 1,
			// Long lists are printed on several pages, the other sheets on one.
			fitToHeight: ['Dashboard', 'Setup', 'Savings'].includes(sheet.name) ? 1 : 0,
			...(longLists.includes(sheet.name) ? { printTitlesRow: '3:3' } : {}),
		}
	}
	workbook.calculateFormulas()
	addDashboardCharts(workbook)
	const written = new Uint8Array(await workbook.xlsx.writeBuffer())
	return freezeOfficeFile(describeCharts(written), editionDate)
}
