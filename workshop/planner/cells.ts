import type { Cell, CellValue, DataValidation, Fill, Worksheet } from '@cj-tech-master/excelts'
import { largestPounds, rooms } from '../../src/shared/planner/choices.ts'

const ink = 'FF17221C'
const soft = 'FF4A564F'
const green = 'FF0B5D41'
const darkRed = 'FF8F1D14'
const hairline = { style: 'thin', color: { argb: 'FFD9D3C4' } } as const

/** The background of fields to fill in. Everything else is calculated. */
const inputFill: Fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFFFF1CC' } }
const headerFill: Fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: green } }

export const pounds = '"£"#,##0.00;-"£"#,##0.00'
/** For long lists: shows a dash for zero, so that the other amounts are easy to find. */
export const poundsOrDash = '"£"#,##0.00;-"£"#,##0.00;"–"'
/** A week number. Without a format it would be aligned left. */
export const whole = '0'
export const day = 'd mmm yyyy'

export function title(sheet: Worksheet, text: string, below: string): void {
	const cell = sheet.getCell('A1')
	cell.value = text
	cell.font = { name: 'Calibri', size: 18, bold: true, color: { argb: ink } }
	sheet.getRow(1).height = 28
	note(sheet, 'A2', below)
}

export function heading(sheet: Worksheet, address: string, text: string | CellValue): void {
	const cell = sheet.getCell(address)
	cell.value = text
	cell.font = { name: 'Calibri', size: 13, bold: true, color: { argb: ink } }
}

export function note(sheet: Worksheet, address: string, text: string): void {
	const cell = sheet.getCell(address)
	cell.value = text
	cell.font = { name: 'Calibri', size: 11, color: { argb: soft } }
}

/** Adds a header row, white on green. */
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

/** Adds a field to fill in, left empty. */
export function input(sheet: Worksheet, address: string, format?: string): Cell {
	const cell = label(sheet, address, null)
	cell.fill = inputFill
	cell.border = { top: hairline, bottom: hairline, left: hairline, right: hairline }
	cell.protection = { locked: false }
	if (format !== undefined) cell.numFmt = format
	cell.alignment = {
		horizontal: format === undefined ? 'left' : 'right',
		indent: format === undefined ? 1 : 0,
	}
	return cell
}

/** Fields refuse what the planner cannot count. Pasting bypasses this check, so wrong values also turn red. */
const strict = { allowBlank: true, showErrorMessage: true, errorStyle: 'stop' } as const

/** Accepts a week number. */
export const weekOnly: DataValidation = {
	...strict,
	type: 'whole',
	operator: 'between',
	formulae: [1, rooms.weeks],
	errorTitle: 'The number of a week',
	error: 'Type a whole number from 1 to 52.',
}

/** Accepts a date. A date typed as text would not be counted. */
export const dayOnly: DataValidation = {
	...strict,
	type: 'date',
	operator: 'between',
	formulae: [asDay('2015-01-01'), asDay('2099-12-31')],
	errorTitle: 'A date',
	error: 'Type a date with its year: 3 Nov 2026, or 2026-11-03, which every program reads.',
}

/** Accepts an amount that is at least `smallest`. */
export function poundsOnly(smallest: number): DataValidation {
	return {
		...strict,
		type: 'decimal',
		operator: 'between',
		formulae: [smallest, largestPounds],
		errorTitle: 'An amount',
		error: 'Type a number, for example 12.50.',
	}
}

/** Accepts a name that has room in a column. */
export const shortWord: DataValidation = {
	...strict,
	type: 'textLength',
	operator: 'between',
	formulae: [1, 24],
	errorTitle: 'A name',
	error: 'Type a name of up to 24 letters.',
}

/** Accepts a word from a short list. */
export function oneOf(words: readonly string[]): DataValidation {
	return oneIn(`"${words.join(',')}"`)
}

/** Accepts a word that stands in one of these cells. */
export function oneIn(cells: string): DataValidation {
	return {
		...strict,
		type: 'list',
		formulae: [cells],
		errorTitle: 'Not in the list',
		error: 'Choose from the list: press the arrow beside the field.',
	}
}

/** Adds a cell that says what is wrong with the row beside it, if anything. */
export function checkColumn(sheet: Worksheet, address: string, text: string): void {
	const cell = formula(sheet, address, text)
	cell.font = { name: 'Calibri', size: 11, bold: true, color: { argb: ink } }
	cell.alignment = { horizontal: 'left', indent: 1 }
}

/** Colours fields red while a formula is true for their row. */
export function redIf(sheet: Worksheet, area: string, isWrong: string): void {
	sheet.addConditionalFormatting({
		ref: area,
		rules: [
			{
				type: 'expression',
				priority: 1,
				formulae: [isWrong],
				style: {
					font: { color: { argb: darkRed } },
					fill: { type: 'pattern', pattern: 'solid', bgColor: { argb: 'FFF8D3CD' } },
				},
			},
		],
	})
}

/** Writes figures below zero in a red that is dark enough on every background, even marigold. The red of number formats is too light. */
export function redBelowZero(sheet: Worksheet, area: string): void {
	const style = { font: { color: { argb: darkRed } } }
	sheet.addConditionalFormatting({
		ref: area,
		rules: [{ type: 'cellIs', operator: 'lessThan', priority: 2, formulae: [0], style }],
	})
}

/** Adds a formula. With a number format it is aligned right even if it shows words, such as "none planned". */
export function formula(sheet: Worksheet, address: string, text: string, format?: string): Cell {
	const cell = label(sheet, address, { formula: text })
	if (format !== undefined) {
		cell.numFmt = format
		cell.alignment = { horizontal: 'right' }
	}
	return cell
}

export function widths(sheet: Worksheet, columns: readonly number[]): void {
	columns.forEach((width, index) => {
		sheet.getColumn(index + 1).width = width
	})
}

/** Converts a calendar day to the spreadsheet's date, without a time of day. */
export function asDay(iso: string): Date {
	return new Date(`${iso}T00:00:00Z`)
}
