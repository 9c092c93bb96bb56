import { readFile } from 'node:fs/promises'
import type { Cell, Workbook } from '@cj-tech-master/excelts'
import { describe, expect, it } from 'vitest'
import { rooms } from '../../src/shared/planner/choices.ts'
import { firstRows } from '../../src/shared/planner/plan-data.ts'
import type { TypedDue } from '../../src/shared/planner/typed-plan.ts'
import { unpackArchive } from '../archive.ts'
import { formulasOf, openWorkbook } from '../planner/stored-values.ts'
import { emptyPlanner, examplePlanner } from './planner-data.ts'
import { cellsOf, type SheetPlan, sheetPlan } from './sheet-plan.ts'

const archive = await readFile(new URL('../../goods/MonthlyBudget.zip', import.meta.url))

/** Functions of Excel since 2010, LibreOffice and Google Sheets, with the same meaning and arguments in all three. */
const knownEverywhere = [
	...['ABS', 'AND', 'CEILING', 'COUNT', 'COUNTA', 'COUNTIF', 'COUNTIFS', 'DATE', 'DAY', 'EDATE', 'EOMONTH'],
	...[
		'FIND',
		'FLOOR',
		'IF',
		'IFERROR',
		'INDEX',
		'INT',
		'ISNUMBER',
		'ISTEXT',
		'LARGE',
		'LEFT',
		'MATCH',
		'MAX',
		'MIN',
		'MOD',
		'MONTH',
		'NA',
	],
	...[
		'NOT',
		'OR',
		'ROUND',
		'ROUNDDOWN',
		'ROUNDUP',
		'ROW',
		'SEARCH',
		'SMALL',
		'SUM',
		'SUMIF',
		'SUMIFS',
		'SUMPRODUCT',
		'TODAY',
	],
	...['TRIM', 'TRUNC', 'WEEKDAY', 'YEAR'],
]

describe.each([emptyPlanner, examplePlanner])('$fileName', async ({ fileName, title }) => {
	const bytes = unpackArchive(archive).find(({ name }) => name === fileName)?.bytes ?? new Uint8Array()
	const parts = unpackArchive(bytes)
	const workbook = await openWorkbook(bytes)
	const formulas = [...formulasOf(workbook).values()]

	it('contains no macros, external links or connections', () => {
		const names = parts.map(({ name }) => name)
		expect(
			names.filter((name) => /vba|macro|externalLink|connections|activeX|embeddings/i.test(name)),
		).toEqual([])
		expect(text('[Content_Types].xml')).toContain('spreadsheetml.sheet.main+xml')
		expect(
			parts
				.filter(({ name }) => name.endsWith('.rels'))
				.map(({ name }) => text(name))
				.join(),
		).not.toContain('TargetMode="External"')
		expect(names).toContain('xl/workbook.xml')
	})

	it('uses only functions that Excel, LibreOffice and Google Sheets share', () => {
		const used = new Set(formulas.flatMap((formula) => functionsIn(formula)))
		expect([...used].filter((name) => !knownEverywhere.includes(name))).toEqual([])
		expect(used.size).toBeGreaterThan(5)
	})

	it('has no volatile, spilling or program-specific formulas except one TODAY()', () => {
		expect(formulas.filter((formula) => formula.includes('TODAY'))).toEqual(['TODAY()'])
		for (const formula of formulas) {
			expect(formula).not.toMatch(/\b(NOW|RAND|RANDBETWEEN|OFFSET|INDIRECT|CELL|INFO)\(/)
			expect(formula).not.toMatch(/_xl|of:=|com\.sun\.star|[{}#]|\[\d+\]/)
		}
		const sheets = parts.filter(({ name }) => name.startsWith('xl/worksheets/sheet'))
		expect(sheets).toHaveLength(9)
		for (const { name } of sheets) expect(text(name)).not.toMatch(/ t="array"|<f[^>]* (ref|cm)=/)
	})

	it('defines names only for printing and for the header cells of tables', () => {
		const names = [...text('xl/workbook.xml').matchAll(/<definedName name="([^"]+)"[^>]*>([^<]+)</g)]
		expect(names.map(([, name, rows]) => `${name} ${rows?.replaceAll(/&apos;|'/g, '')}`).sort()).toEqual([
			// Screen readers look for these names. Each contains the range of a table and the number of its sheet, and refers to the
			// first of the table's header cells.
			'ColumnTitleRegion6.A3.E1503.4 Spending!$A$3',
			'RowTitleRegion1.A4.B40.2 Dashboard!$A$4',
			'RowTitleRegion3.A3.D7.3 Setup!$A$3',
			'TitleRegion10.A3.AK55.8 Due each week!$A$3',
			'TitleRegion2.A42.D51.2 Dashboard!$A$42',
			'TitleRegion4.A9.G21.3 Setup!$A$9',
			'TitleRegion5.A25.G41.3 Setup!$A$25',
			'TitleRegion7.A3.E55.5 Pay!$A$3',
			'TitleRegion8.A3.H7.6 Savings!$A$3',
			'TitleRegion9.A3.K55.7 Weeks!$A$3',
			'_xlnm.Print_Area Weeks!$A$1:$K$55',
			'_xlnm.Print_Titles Checks!$3:$3',
			'_xlnm.Print_Titles Due each week!$3:$3',
			'_xlnm.Print_Titles Pay!$3:$3',
			'_xlnm.Print_Titles Spending!$3:$3',
			'_xlnm.Print_Titles Weeks!$3:$3',
		])
		const titles = ['Dashboard!A42', 'Setup!A9', 'Setup!A25', 'Spending!A3', 'Savings!A3', 'Weeks!A3']
		expect(titles.map((cell) => fieldOf(workbook, cell).text)).toEqual([
			'On what',
			'What',
			'What',
			'Date',
			'Goal',
			'Week',
		])
	})

	it('colours negative amounts by conditional formatting, not by number formats', () => {
		expect(text('xl/styles.xml')).not.toContain('[Red]')
		const rules = parts.map(
			({ name }) => text(name).match(/<cfRule type="cellIs"[^>]*operator="lessThan"/g)?.length ?? 0,
		)
		expect(rules.reduce((sum, count) => sum + count, 0)).toBe(4)
	})

	it('no formula refers to a single field of a list, so that rows can be cut, pasted and inserted', () => {
		// When a field is cut and pasted, a formula that names it refers to the new place. A range that begins with a field does not
		// include a row inserted above that field.
		const fields = new Set([...cellsOf(fullPlan).keys()].filter((cell) => !cell.startsWith('Dashboard!')))
		const named = [...formulasOf(workbook)].flatMap(([cell, formula]) =>
			cellsIn(formula, cell.split('!')[0] ?? '').filter((other) => fields.has(other)),
		)
		expect(named).toEqual([])
		expect(cellsIn("SUM('Due each week'!$C$4:D5,E6)", 'Setup')).toEqual([
			'Due each week!C4',
			'Due each week!D5',
			'Setup!E6',
		])
	})

	it('every sheet starts with a title and fits the width of an A4 page', () => {
		expect(workbook.worksheets.map(({ name }) => name)).toEqual([
			'Start here',
			'Dashboard',
			'Setup',
			'Spending',
			'Pay',
			'Savings',
			'Weeks',
			'Due each week',
			'Checks',
		])
		for (const sheet of workbook.worksheets) {
			expect(sheet.getCell('A1').text.length).toBeGreaterThan(5)
			expect(sheet.getCell('A1').font).toMatchObject({ bold: true, size: 18 })
			expect(sheet.pageSetup).toMatchObject({ paperSize: 9, fitToPage: true })
		}
	})

	it('yellow fields reject invalid input and explain why', () => {
		const cells = [...cellsOf(fullPlan).keys()]
		// Names and notes may be anything.
		const isFree = (cell: string) => /^(Setup|Savings)!A|^Spending!D/.test(cell)
		const checked = cells
			.filter((cell) => !isFree(cell))
			.map((cell) => fieldOf(workbook, cell).dataValidation)
		for (const validation of checked) {
			expect(validation).toMatchObject({
				showErrorMessage: true,
				error: expect.stringMatching(/^(Type|Choose)/),
			})
			expect(['stop', undefined]).toContain(validation?.errorStyle)
		}
		expect(checked.length).toBeGreaterThan(3 * rooms.spending)
	})

	it('protects every sheet except Spending without a password, and leaves the fields editable', () => {
		for (const { name } of workbook.worksheets)
			expect(text(sheetPath(workbook, name))).toMatch(
				name === 'Spending'
					? /^(?!.*<sheetProtection)/s
					: /<sheetProtection (?!.*(password|hashValue))[^>]*sheet="1"/,
			)
		for (const cell of cellsOf(fullPlan).keys())
			expect(fieldOf(workbook, cell).protection?.locked).toBe(false)
	})

	it('shows dates as 3 Nov 2026', () => {
		const fields = ['Setup!B3', 'Setup!D10', 'Spending!A4', 'Dashboard!B5', 'Dashboard!B32', 'Weeks!B4']
		for (const cell of fields) expect(fieldOf(workbook, cell).numFmt).toBe('d mmm yyyy')
	})

	it('has alternative text and values for each chart', () => {
		const charts = parts.filter(({ name }) => /^xl\/charts\/chart\d+\.xml$/.test(name))
		const described = [...text('xl/drawings/drawing1.xml').matchAll(/<xdr:cNvPr [^>]*descr="([^"]{40,})"/g)]
		expect(described).toHaveLength(charts.length)
		expect(charts).toHaveLength(3)
		for (const { name } of charts) {
			expect(text(name)).toContain('<c:lang val="en-GB"/>')
			expect(text(name)).not.toContain('<c:ptCount val="0"/>')
		}
	})

	it('states its title and language', () => {
		expect(text('docProps/core.xml')).toContain(`<dc:title>${title}</dc:title>`)
		expect(text('docProps/core.xml')).toContain('<dc:language>en-GB</dc:language>')
	})

	function text(name: string): string {
		return new TextDecoder().decode(parts.find((part) => part.name === name)?.bytes)
	}
})

/** A plan that fills in every field, so that the tests find all of them. */
const fullPlan: SheetPlan = {
	...sheetPlan(emptyPlanner),
	terms: [1, 2, 3],
	income: rowsFrom(firstRows.income, rooms.income).map(due),
	costs: rowsFrom(firstRows.costs, rooms.costs).map(due),
	goals: rowsFrom(firstRows.goals, rooms.goals).map((row) => ({
		row,
		name: 'Goal',
		target: 1,
		saved: 1,
		from: 1,
		by: 1,
	})),
	pay: rowsFrom(1, rooms.weeks).map((row) => ({ row, amount: 1 })),
	spending: rowsFrom(firstRows.spending, rooms.spending).map((row) => ({
		row,
		date: 1,
		category: 'Food',
		amount: 1,
		note: 'Note',
	})),
}

function due(row: number): TypedDue {
	const stretch = row < firstRows.costs ? 'No' : null
	return { row, name: 'Rent', amount: 1, rhythm: 'Once', first: 1, last: 1, stretch }
}

function rowsFrom(first: number, count: number): number[] {
	return Array.from({ length: count }, (_, index) => first + index)
}

function fieldOf(workbook: Workbook, name: string): Cell {
	const [sheet = '', address = ''] = name.split('!')
	const cell = workbook.getWorksheet(sheet)?.getCell(address)
	if (cell === undefined) throw new Error(`there is no ${name}`)
	return cell
}

function sheetPath(workbook: Workbook, name: string): string {
	return `xl/worksheets/sheet${workbook.worksheets.findIndex((sheet) => sheet.name === name) + 1}.xml`
}

/** Returns the cells that a formula names, including both ends of ranges. */
function cellsIn(formula: string, ownSheet: string): string[] {
	const reference =
		/(?:(?:'([^']+)'|([A-Z][A-Za-z]*))!)?\$?([A-Z]{1,2})\$?(\d+)(?::\$?([A-Z]{1,2})\$?(\d+))?/g
	return [...formula.replace(/"[^"]*"/g, '').matchAll(reference)].flatMap(
		([, quoted, plain, column, row, toColumn, toRow]) => {
			const sheet = quoted ?? plain ?? ownSheet
			const from = `${sheet}!${column}${row}`
			return toColumn === undefined ? [from] : [from, `${sheet}!${toColumn}${toRow}`]
		},
	)
}

/** Returns the names of the functions in a formula. Ignores what is in quotation marks. */
function functionsIn(formula: string): string[] {
	const bare = formula.replace(/"[^"]*"/g, '').replace(/'[^']*'/g, '')
	return [...bare.matchAll(/([A-Z][A-Z0-9._]*)\(/g)].map(([, name]) => name ?? '')
}
