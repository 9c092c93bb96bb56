import type { Workbook } from '@cj-tech-master/excelts'
import { categories, goals, payArea, setup, spending, weeks } from './layout.ts'

/** Where the headers of a table are: in the row above its cells, in the column to their left, or both. */
type Headers = 'ColumnTitle' | 'RowTitle' | 'Title'

/** For each table: where its headers are, its sheet, the cell at which the headers begin, and its last cell. */
const tables: readonly [Headers, string, string, string][] = [
	['RowTitle', 'Dashboard', 'A4', `B${categories.first - 3}`],
	['Title', 'Dashboard', `A${categories.first - 1}`, `D${categories.last + 1}`],
	['RowTitle', 'Setup', 'A3', 'D7'],
	['Title', 'Setup', `A${setup.income.first - 1}`, `G${setup.income.last}`],
	['Title', 'Setup', `A${setup.costs.first - 1}`, `G${setup.costs.last}`],
	['ColumnTitle', 'Spending', 'A3', `E${spending.last}`],
	['Title', 'Pay', 'A3', `E${payArea.last}`],
	['Title', 'Savings', 'A3', `H${goals.last}`],
	['Title', 'Weeks', 'A3', `K${weeks.last}`],
	['Title', 'Due each week', 'A3', `AK${weeks.last}`],
]

/**
 * Defines names for the header cells of tables, so that screen readers read the headers out with each cell. A spreadsheet has no
 * header cells of its own. JAWS and NVDA look for these names in Excel. Each name ends in the number of its sheet.
 */
export function nameHeaders(workbook: Workbook): void {
	tables.forEach(([headers, sheet, first, last], index) => {
		const number = workbook.worksheets.findIndex(({ name }) => name === sheet) + 1
		const cell = first.replace(/([A-Z]+)(\d+)/, '$$$1$$$2')
		workbook.definedNames.add(`'${sheet}'!${cell}`, `${headers}Region${index + 1}.${first}.${last}.${number}`)
	})
}
