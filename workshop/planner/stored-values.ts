import { Workbook } from '@cj-tech-master/excelts'
import { installChartSupport } from '@cj-tech-master/excelts/chart'

export type StoredValue = number | string | boolean
/** Values by cell, such as `Weeks!H4`. Dates are day numbers. */
export type CellValues = Map<string, StoredValue>

const dayMs = 24 * 60 * 60 * 1000
/** Day 0 of a spreadsheet's calendar. */
const epoch = Date.UTC(1899, 11, 30)

export async function openWorkbook(bytes: Uint8Array): Promise<Workbook> {
	installChartSupport()
	const workbook = new Workbook()
	await workbook.xlsx.load(bytes)
	return workbook
}

/** Returns every formula of a workbook by its cell. */
export function formulasOf(workbook: Workbook): Map<string, string> {
	const formulas = new Map<string, string>()
	for (const sheet of workbook.worksheets) {
		sheet.eachRow((row) => {
			row.eachCell((cell) => {
				if (cell.formula !== undefined) formulas.set(`${sheet.name}!${cell.address}`, cell.formula)
			})
		})
	}
	return formulas
}

/** Returns the stored value of each cell, with or without a formula. An empty cell is ''. */
export function valuesOf(workbook: Workbook, cells: Iterable<string>): CellValues {
	const values: CellValues = new Map()
	for (const name of cells) {
		const [sheet = '', address = ''] = name.split('!')
		const cell = workbook.getWorksheet(sheet)?.getCell(address)
		values.set(name, plain(cell?.formula === undefined ? cell?.value : cell.result))
	}
	return values
}

/** Ignores differences of less than half a penny, because programs round the last digits differently. */
export function isSameValue(one: StoredValue | undefined, other: StoredValue | undefined): boolean {
	if (typeof one === 'number' && typeof other === 'number') return Math.abs(one - other) < 0.005
	return one === other
}

function plain(value: unknown): StoredValue {
	if (value instanceof Date) return (value.getTime() - epoch) / dayMs
	if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value
	if (value === null || value === undefined) return ''
	// What is left is an error of the sheet, such as #REF!, which never equals an expected value.
	return JSON.stringify(value)
}
