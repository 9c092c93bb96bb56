import type { Cell, CellValue, DataValidation, Fill, Worksheet } from '@cj-tech-master/excelts'

const ink = 'FF17221C'
const soft = 'FF4A564F'
const green = 'FF0B5D41'
const hairline = { style: 'thin', color: { argb: 'FFD9D3C4' } } as const

/** The background of fields to fill in. Everything else is calculated. */
const inputFill: Fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFFFF1CC' } }
const headerFill: Fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: green } }

export const pounds = '"£"#,##0.00;[Red]-"£"#,##0.00'
/** For long lists: shows a dash for an empty value, so that figures are easy to find. */
export const poundsOrDash = '"£"#,##0.00;[Red]-"£"#,##0.00;"–"'
/** A week number. Without a format it would be aligned left. */
export const whole = '0'
export const day = 'ddd d mmm yyyy'

export function title(sheet: Worksheet, text: string, below: string): void {
	const cell = sheet.getCell('A1')
	cell.value = text
	cell.font = { name: 'Calibri', size: 18, bold: true, color: { argb: ink } }
	sheet.getRow(1).height = 28
	note(sheet, 'A2', below)
}

export function heading(sheet: Worksheet, address: string, text: string): void {
	const cell = sheet.getCell(address)
	cell.value = text
	cell.font = { name: 'Calibri', size: 13, bold: true, color: { argb: ink } }
}

export function note(sheet: Worksheet, address: string, text: string): void {
	const cell = sheet.getCell(address)
	cell.value = text
	cell.font = { name: 'Calibri', size: 11, color: { argb: soft } }
}

/** Adds a header row: white on green, frozen if the sheet wants it. */
export function header(sheet: Worksheet, row: number, labels: readonly (string | CellValue)[]): void {
	labels.forEach((label, index) => {
		const cell = sheet.getCell(row, index + 1)
		cell.value = label
		cell.font = { name: 'Calibri', size: 11, bold: true, color: { argb: 'FFFFFFFF' } }
		cell.fill = headerFill
		cell.alignment = { vertical: 'middle', wrapText: true, horizontal: index === 0 ? 'left' : 'center' }
	})
	sheet.getRow(row).height = 32
}

export function label(sheet: Worksheet, address: string, text: string | CellValue): Cell {
	const cell = sheet.getCell(address)
	cell.value = text
	cell.font = { name: 'Calibri', size: 11, color: { argb: ink } }
	cell.border = { bottom: hairline }
	return cell
}

/** Adds a field to fill in. Null leaves it empty. */
export function input(sheet: Worksheet, address: string, value: CellValue, format?: string): Cell {
	const cell = label(sheet, address, value)
	cell.fill = inputFill
	cell.border = { top: hairline, bottom: hairline, left: hairline, right: hairline }
	if (format !== undefined) cell.numFmt = format
	cell.alignment = {
		horizontal: format === undefined ? 'left' : 'right',
		indent: format === undefined ? 1 : 0,
	}
	return cell
}

/** Accepts a week number. Anything else is rejected with an explanation. */
export const weekOnly: DataValidation = {
	type: 'whole',
	operator: 'between',
	allowBlank: true,
	formulae: [1, 52],
	showErrorMessage: true,
	errorTitle: 'A number of a week',
	error: 'Type a whole number from 1 to 52.',
}

/** Accepts a date. One typed as text would not be counted. */
export const dayOnly: DataValidation = {
	type: 'date',
	operator: 'greaterThan',
	allowBlank: true,
	formulae: [asDay('2020-01-01')],
	showErrorMessage: true,
	errorTitle: 'A date',
	error: 'Type a date with its year, for example 3/11/2026.',
}

export function formula(sheet: Worksheet, address: string, text: string, format?: string): Cell {
	const cell = label(sheet, address, { formula: text })
	if (format !== undefined) cell.numFmt = format
	return cell
}

export function widths(sheet: Worksheet, columns: readonly number[]): void {
	columns.forEach((width, index) => {
		sheet.getColumn(index + 1).width = width
	})
}

/** Amounts are pounds in the sheet and pence in our data. */
export function inPounds(pence: number | null): number | null {
	return pence === null ? null : pence / 100
}

/** Converts a calendar day to the spreadsheet's date, without a time of day. */
export function asDay(iso: string): Date {
	return new Date(`${iso}T00:00:00Z`)
}
