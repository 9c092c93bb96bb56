import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { unpackArchive } from '../../scripts/catalogue/archive.ts'
import { formulasOf, openWorkbook } from '../../scripts/catalogue/planner/stored-values.ts'
import { emptyPlanner, examplePlanner } from './planner-data.ts'

const archive = await readFile(new URL('../../goods/MonthlyBudget.zip', import.meta.url))

/** Functions of Excel since 2010, LibreOffice and Google Sheets, with the same meaning and arguments in all three. */
const knownEverywhere = [
	...['ABS', 'AND', 'CEILING', 'COUNT', 'COUNTA', 'COUNTIF', 'COUNTIFS', 'DATE', 'DAY', 'EDATE', 'EOMONTH'],
	...['FLOOR', 'IF', 'IFERROR', 'INDEX', 'INT', 'ISNUMBER', 'LARGE', 'MATCH', 'MAX', 'MIN', 'MOD', 'MONTH'],
	...['NOT', 'OR', 'ROUND', 'ROUNDDOWN', 'ROUNDUP', 'SMALL', 'SUM', 'SUMIF', 'SUMIFS', 'SUMPRODUCT', 'TRUNC'],
	...['WEEKDAY', 'YEAR'],
]

describe.each([emptyPlanner, examplePlanner])('$fileName', async ({ fileName, title }) => {
	const bytes = unpackArchive(archive).find(({ name }) => name === fileName)?.bytes ?? new Uint8Array()
	const parts = unpackArchive(bytes)
	const formulas = [...formulasOf(await openWorkbook(bytes)).values()]

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

	it('has no volatile, spilling or program-specific formulas', () => {
		for (const formula of formulas) {
			expect(formula).not.toMatch(/\b(NOW|TODAY|RAND|RANDBETWEEN|OFFSET|INDIRECT|CELL|INFO)\(/)
			expect(formula).not.toMatch(/_xl|of:=|com\.sun\.star|[{}#]|\[\d+\]/)
		}
		const sheets = parts.filter(({ name }) => name.startsWith('xl/worksheets/sheet'))
		expect(sheets).toHaveLength(7)
		for (const { name } of sheets) expect(text(name)).not.toMatch(/ t="array"|<f[^>]* (ref|cm)=/)
	})

	it('names only the rows that are printed on each page', () => {
		const names = [...text('xl/workbook.xml').matchAll(/<definedName name="([^"]+)"[^>]*>([^<]+)</g)]
		expect(names.map(([, name]) => name)).toEqual(
			Array.from({ length: names.length }, () => '_xlnm.Print_Titles'),
		)
		expect(names.map(([, , rows]) => rows?.replaceAll('&apos;', ''))).toEqual([
			'Spending!$3:$3',
			'Weeks!$3:$3',
			'Fixed costs!$3:$3',
		])
	})

	it('starts each sheet with its title, and fits each to the width of an A4 page', async () => {
		const workbook = await openWorkbook(bytes)
		expect(workbook.worksheets.map(({ name }) => name)).toEqual([
			'Start here',
			'Dashboard',
			'Setup',
			'Spending',
			'Savings',
			'Weeks',
			'Fixed costs',
		])
		for (const sheet of workbook.worksheets) {
			expect(sheet.getCell('A1').text.length).toBeGreaterThan(5)
			expect(sheet.getCell('A1').font).toMatchObject({ bold: true, size: 18 })
			expect(sheet.pageSetup).toMatchObject({ paperSize: 9, fitToPage: true })
		}
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

/** Returns the names before an opening bracket, outside quotation marks. */
function functionsIn(formula: string): string[] {
	const bare = formula.replace(/"[^"]*"/g, '').replace(/'[^']*'/g, '')
	return [...bare.matchAll(/([A-Z][A-Z0-9._]*)\(/g)].map(([, name]) => name ?? '')
}
