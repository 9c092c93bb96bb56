import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { rhythms, rooms, spendingCategories } from '#shared/planner/choices.ts'
import { exampleYear } from '#shared/planner/example-year.ts'
import { firstRows, typedPlan } from '#shared/planner/plan-data.ts'
import { dayNumber, type TypedPlan } from '#shared/planner/typed-plan.ts'
import { calculatePlan } from '#shared/planner/weeks.ts'
import { inSheetRows, workbookName } from '#shared/planner/workbook-cells.ts'
import { filledWorkbook, readWorkbook } from './workbook-file.ts'

const delivered = unzipSync(await readFile(new URL('../../../goods/MonthlyBudget.zip', import.meta.url)))
const empty = delivered[workbookName] ?? new Uint8Array()
const example = typedPlan(exampleYear)
const today = dayNumber('2026-11-06')

const nothing = inSheetRows({
	firstMonday: null,
	lastWeek: null,
	starting: null,
	terms: [],
	floor: null,
	pay: [],
	categories: [...spendingCategories],
	showWeek: null,
	bank: null,
	bankDate: null,
	income: [],
	costs: [],
	goals: [],
	spending: [],
})

/** Returns the plan that a workbook has after it was filled in. */
function through(plan: TypedPlan): TypedPlan | null {
	const workbook = filledWorkbook(empty, plan)
	return workbook && readWorkbook(workbook)
}

test('the delivered example is read with every number that it shows', () => {
	const plan = readWorkbook(delivered['Budget-planner-example.xlsx'] ?? new Uint8Array())
	expect(plan).toEqual(example)
	const result = calculatePlan({ ...example, showWeek: null }, today)
	expect(result.isKnown && result.figures.safeToSpendPence).toBe(10_312)
})

test('the empty workbook has an empty plan', () => {
	expect(readWorkbook(empty)).toEqual(nothing)
})

test('what is filled in is read again, whatever it is', () => {
	const text = fc.oneof(
		fc.constantFrom(
			'Rent & bills',
			'<b>1</b>',
			' two  spaces ',
			'£ “é” 🎓',
			'=1+1',
			"'x",
			'a\nb',
			'&amp;',
			'_x000D_',
		),
		fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }).filter((value) => value.trim() !== ''),
	)
	const typed = fc.oneof(
		text.map(
			(value) => value.replaceAll(/[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '') || 'x',
		),
		fc.integer({ min: -40_000_00, max: 40_000_00 }).map((pence) => pence / 100),
		fc.constant(null),
	)
	const day = fc.oneof(fc.integer({ min: 40_000, max: 50_000 }), typed)
	const rows = <Entry>(entry: fc.Arbitrary<Entry>, maxLength: number) =>
		fc.array(entry, { maxLength }).map((list) => list.map((one, index) => ({ row: 2 * index + 1, ...one })))
	const name = text.map((value) => value.slice(0, 200))
	const due = { name, amount: typed, rhythm: fc.constantFrom(...rhythms), first: day, last: day }
	const plans: fc.Arbitrary<TypedPlan> = fc.record({
		firstMonday: day,
		lastWeek: typed,
		starting: typed,
		floor: typed,
		categories: fc.array(typed, { maxLength: rooms.categories }),
		pay: fc
			.uniqueArray(
				fc.record({
					row: fc.integer({ min: 1, max: rooms.weeks }),
					amount: typed.filter((amount) => amount !== null && String(amount).trim() !== ''),
				}),
				{ selector: ({ row }) => row },
			)
			.map((list) => list.toSorted((one, other) => one.row - other.row)),
		showWeek: typed,
		bank: typed,
		bankDate: day,
		terms: fc.array(fc.integer({ min: 40_000, max: 50_000 }), { maxLength: rooms.terms }),
		income: rows(fc.record({ ...due, stretch: fc.constantFrom('Yes', 'No') }), rooms.income),
		costs: rows(fc.record({ ...due, stretch: fc.constant(null) }), rooms.costs),
		goals: rows(fc.record({ name, target: typed, saved: typed, from: typed, by: typed }), rooms.goals),
		spending: rows(
			fc.record({ date: day, category: fc.constantFrom(...spendingCategories), amount: typed, note: typed }),
			40,
		),
	})
	const asRead = (plan: TypedPlan) =>
		JSON.parse(
			JSON.stringify(inSheetRows(plan), (_, value) =>
				typeof value === 'string' && value.trim() === '' ? null : value,
			),
		)
	fc.assert(
		fc.property(plans, (plan) => {
			expect(through(plan)).toEqual(asRead(plan))
		}),
		{ numRuns: 12 },
	)
})

test('a workbook that is full is filled in and read', () => {
	const payment = { date: today, category: 'Food', amount: 4.2, note: null }
	const spending = Array.from({ length: rooms.spending }, (_, index) => ({ row: index + 1, ...payment }))
	expect(through({ ...example, spending })?.spending).toHaveLength(rooms.spending)
})

test('a filled-in workbook keeps no value that was calculated before, and its fields keep their look', () => {
	const files = unzipSync(filledWorkbook(empty, example) ?? new Uint8Array())
	expect(Object.keys(files)).toEqual(Object.keys(unzipSync(empty)))
	const sheets = Object.entries(files).filter(([name]) => name.startsWith('xl/worksheets/sheet'))
	expect(sheets).toHaveLength(9)
	for (const [, sheet] of sheets) expect(strFromU8(sheet)).not.toMatch(/<\/f><v>/)
	expect(strFromU8(files['xl/workbook.xml'] ?? new Uint8Array())).toContain('fullCalcOnLoad="1"')
	expect(strFromU8(files['xl/worksheets/sheet3.xml'] ?? new Uint8Array())).toMatch(
		/<c r="B5" s="\d+"><v>120<\/v><\/c>/,
	)
})

/** Changes a file inside the delivered example, as other programs write it. */
function changed(
	edit: (
		files: Record<string, Uint8Array>,
		change: (path: string, edit: (xml: string) => string) => void,
	) => void,
) {
	const files = unzipSync(delivered['Budget-planner-example.xlsx'] ?? new Uint8Array())
	edit(files, (path, change) => {
		files[path] = strToU8(change(strFromU8(files[path] ?? new Uint8Array())))
	})
	return zipSync(files)
}

test('payments are read below an inserted row, and after a deleted one', () => {
	const moved = (by: number) =>
		changed((_, change) =>
			change('xl/worksheets/sheet4.xml', (xml) =>
				xml.replaceAll(/\br="([A-Z]*)(\d+)"/g, (place, column, row) =>
					Number(row) > firstRows.spending ? `r="${column}${Number(row) + by}"` : place,
				),
			),
		)
	const withoutRows = (plan: TypedPlan | null) => plan?.spending.map(({ row: _, ...payment }) => payment)
	expect(withoutRows(readWorkbook(moved(3)))).toEqual(withoutRows(example))
	expect(readWorkbook(moved(3))?.spending[1]?.row).toBe(firstRows.spending + 4)
	expect(withoutRows(readWorkbook(moved(-1)))).toHaveLength(example.spending.length - 1)
})

test('a workbook of an edition that had no sheet for pay is read', () => {
	expect(readWorkbook(changed((files) => delete files['xl/worksheets/sheet5.xml']))).toEqual(example)
})

test.each<[string, Parameters<typeof changed>[0]]>([
	[
		'another spreadsheet',
		(_, change) => change('xl/workbook.xml', (xml) => xml.replace('"Setup"', '"Sheet1"')),
	],
	['a workbook without a sheet’s file', (files) => delete files['xl/worksheets/sheet6.xml']],
	[
		'one that counts days from 1904',
		(_, change) => change('xl/workbook.xml', (xml) => xml.replace('<workbookPr', '<workbookPr date1904="1"')),
	],
	[
		'one with more payments than a plan can have',
		(_, change) =>
			change('xl/worksheets/sheet4.xml', (xml) => {
				const more = Array.from(
					{ length: 1600 },
					(_, index) => `<c r="A${index + 4}"><v>46300</v></c><c r="E${index + 4}"><v>1</v></c>`,
				)
				return xml
					.replaceAll(/<c r="E1504".*?<\/c>/gs, '')
					.replace('</sheetData>', `${more.join('')}<c r="E1700" t="str"><v>–</v></c></sheetData>`)
			}),
	],
	[
		'one that unpacks to too much',
		(files) => {
			files['xl/a.bin'] = new Uint8Array(41_000_000)
		},
	],
])('%s is refused', (_, edit) => {
	expect(readWorkbook(changed(edit))).toBeNull()
})

test.each([
	['nothing', new Uint8Array()],
	['text', strToU8('PK but no ZIP')],
	['half a workbook', empty.slice(0, 20_000)],
	['a ZIP of other files', zipSync({ 'a.txt': strToU8('a') })],
	['the whole download', zipSync(delivered)],
])('%s is refused', (_, bytes) => {
	expect(readWorkbook(bytes)).toBeNull()
	expect(filledWorkbook(bytes, example)).toBeNull()
})

test('a workbook without all fields is not filled in', () => {
	const files = unzipSync(empty)
	files['xl/worksheets/sheet6.xml'] = strToU8('<worksheet><sheetData/></worksheet>')
	expect(filledWorkbook(zipSync(files), example)).toBeNull()
})
