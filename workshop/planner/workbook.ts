import { type Cell, Workbook } from '@cj-tech-master/excelts'
import { installChartSupport } from '@cj-tech-master/excelts/chart'
import { installFormulaEngine } from '@cj-tech-master/excelts/formula'
import { dayNumber } from '../../src/shared/planner/typed-plan.ts'
import { freezeOfficeFile } from '../archive.ts'
import type { PlannerData } from '../budget-planner/planner-data.ts'
import { cellsOf, type SheetPlan, sheetPlan } from '../budget-planner/sheet-plan.ts'
import { redBelowZero } from './cells.ts'
import { addChecksSheet } from './checks-sheet.ts'
import { addDashboardCharts } from './dashboard-charts.ts'
import { addDashboardSheet } from './dashboard-sheet.ts'
import { describeCharts } from './describe-charts.ts'
import { addDueSheet, dueSheet } from './due-sheet.ts'
import { addSavingsSheet, addSpendingSheet, withPlainFields } from './entry-sheets.ts'
import { nameHeaders } from './header-names.ts'
import { categories, setup, spending, spendingColumns, weeks } from './layout.ts'
import { addPaySheet } from './pay-sheet.ts'
import { addSetupSheet } from './setup-sheet.ts'
import { addStartSheet } from './start-sheet.ts'
import { addWeeksSheet } from './weeks-sheet.ts'

/** Where amounts may be below zero. */
const amounts: Readonly<Record<string, string>> = {
	Dashboard: `B5:B${categories.last + 1}`,
	Setup: 'B5:B7',
	Spending: `C${spending.first}:C${spending.last}`,
	Weeks: `D${weeks.first}:K${weeks.last}`,
}

/** Sheets whose header row is printed on each page. */
const longLists = ['Spending', 'Pay', 'Weeks', dueSheet, 'Checks']

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
	addDashboardSheet(workbook)
	addSetupSheet(workbook)
	addSpendingSheet(workbook)
	addPaySheet(workbook)
	addSavingsSheet(workbook)
	addWeeksSheet(workbook)
	addDueSheet(workbook)
	addChecksSheet(workbook)
	nameHeaders(workbook)
	for (const sheet of workbook.worksheets) {
		const area = amounts[sheet.name]
		if (area !== undefined) redBelowZero(sheet, area)
	}
	fillIn(workbook, sheetPlan(data))
	for (const sheet of workbook.worksheets) {
		sheet.pageSetup = {
			...sheet.pageSetup,
			paperSize: 9,
			orientation: 'landscape',
			fitToPage: true,
			fitToWidth: 1,
			// Long lists are printed on several pages, the other sheets on one.
			fitToHeight: ['Start here', 'Dashboard', 'Setup', 'Savings'].includes(sheet.name) ? 1 : 0,
			...(longLists.includes(sheet.name) ? { printTitlesRow: '3:3' } : {}),
		}
	}
	await protectFormulas(workbook)
	calculateOn(workbook, editionDate)
	addDashboardCharts(workbook)
	const written = new Uint8Array(await workbook.xlsx.writeBuffer())
	return freezeOfficeFile(describeCharts(written), editionDate)
}

function fillIn(workbook: Workbook, plan: SheetPlan): void {
	for (const [name, value] of cellsOf(plan)) {
		if (value !== null) cellOf(workbook, name).value = value
	}
}

/**
 * Protects the formulas from being typed over, without a password. Spending is not protected, because rows of a protected sheet
 * cannot be sorted, inserted or deleted. It checks its formulas instead.
 */
async function protectFormulas(workbook: Workbook): Promise<void> {
	for (const sheet of workbook.worksheets) {
		if (sheet.name !== 'Spending')
			await sheet.protect('', { formatCells: true, formatColumns: true, formatRows: true })
	}
}

/** Calculates the formulas as on the edition's date, so that the same source gives the same bytes on any day. */
function calculateOn(workbook: Workbook, editionDate: string): void {
	const today = cellOf(workbook, setup.today.replaceAll('$', ''))
	const formula = today.formula
	if (formula === undefined) throw new Error(`${setup.today} has no formula`)
	today.value = dayNumber(editionDate)
	const delivered = plainSpending(workbook)
	workbook.calculateFormulas()
	for (const [cell, text] of delivered) {
		const { result } = cell
		cell.value = result === undefined ? { formula: text } : { formula: text, result }
	}
	today.value = { formula, result: dayNumber(editionDate) }
}

/**
 * Simplifies the formulas of Spending, which the library would take minutes to calculate, and of which it can hold ten thousand at
 * most. In an empty row they are all empty. Returns the original ones, which are delivered.
 */
function plainSpending(workbook: Workbook): Map<Cell, string> {
	const delivered = new Map<Cell, string>()
	for (const row of spending.all) {
		const isEmpty = ['A', 'B', 'C', 'D'].every(
			(column) => cellOf(workbook, `Spending!${column}${row}`).value === null,
		)
		for (const column of ['E', ...Object.values(spendingColumns)]) {
			const cell = cellOf(workbook, `Spending!${column}${row}`)
			if (cell.formula === undefined) throw new Error(`${cell.address} of Spending has no formula`)
			delivered.set(cell, cell.formula)
			cell.value = { formula: isEmpty ? '""' : withPlainFields(cell.formula, row) }
		}
	}
	return delivered
}

function cellOf(workbook: Workbook, name: string): Cell {
	const [sheet = '', address = ''] = name.split('!')
	const found = workbook.getWorksheet(sheet)
	if (found === undefined) throw new Error(`there is no sheet ${sheet}`)
	return found.getCell(address)
}
