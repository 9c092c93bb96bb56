import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { budgetPlanner } from '../../catalogue/budget-planner/product.ts'
import { dayNumber } from '../../src/shared/planner/typed-plan.ts'
import { unpackArchive } from '../archive.ts'
import { recalculatedSchema, sha256, valuesByCell } from '../planner/recalculated.ts'
import { comparable, expectedRows, rowsOf } from '../planner/shown.ts'
import {
	formulasOf,
	isSameValue,
	openWorkbook,
	type StoredValue,
	valuesOf,
} from '../planner/stored-values.ts'
import { expectedPlanner } from './expected-planner.ts'
import { emptyPlanner, examplePlanner } from './planner-data.ts'
import { sheetPlan } from './sheet-plan.ts'

const archive = unpackArchive(await readFile(new URL('../../goods/MonthlyBudget.zip', import.meta.url)))
const { by, workbooks } = recalculatedSchema.parse(
	JSON.parse(await readFile(new URL('recalculated.json', import.meta.url), 'utf8')),
)

describe.each([emptyPlanner, examplePlanner])(
	'the recalculation of $fileName by LibreOffice',
	async (data) => {
		const bytes = archive.find(({ name }) => name === data.fileName)?.bytes ?? new Uint8Array()
		const kept = workbooks.find(({ file }) => file === data.fileName)
		const found = valuesByCell(kept?.values ?? {})
		const workbook = await openWorkbook(bytes)
		const cells = [...formulasOf(workbook).keys()]

		it('was made from the delivered workbook (if not, run `npm run catalogue`)', () => {
			expect(by).toMatch(/^LibreOffice \d/)
			expect(kept?.sha256).toBe(sha256(bytes))
		})

		it('has a value for each formula and for no other cell', () => {
			expect(cells.length).toBeGreaterThan(1000)
			expect([...found.keys()].sort()).toEqual([...cells].sort())
			expect(kept?.formulas).toBe(cells.length)
		})

		it('matches the value stored for every formula', () => {
			expect(differences(valuesOf(workbook, cells), found)).toEqual([])
		})

		it('matches the values calculated without formulas', () => {
			const today = dayNumber(budgetPlanner.edition?.date ?? '')
			const expected = expectedRows(expectedPlanner(sheetPlan(data), today))
			expect(rowsOf(found)).toEqual(expected.map(comparable))
		})

		it('has errors only in cells that charts read, where an error draws nothing', () => {
			const isError = (value: StoredValue) => /^[#{]|^Err:/.test(String(value))
			const errors = [...found].filter(([, value]) => isError(value)).map(([cell]) => cell)
			const drawn = cells.filter((cell) => chartCell.test(cell))
			expect(errors.filter((cell) => !chartCell.test(cell))).toEqual([])
			// While something has to be checked, charts draw nothing: a line at £0 would be wrong.
			if (data === emptyPlanner) expect(errors.sort()).toEqual(drawn.sort())
			else expect(errors.length).toBeLessThan(drawn.length / 2)
		})
	},
)

/** The cells whose values charts show, except the names of categories. */
const chartCell = /^Weeks!(S|T|U|V|X)\d+$/

it('detects a value that is wrong by a penny', () => {
	const out = new Map<string, StoredValue>([['Dashboard!B6', 103.13]])
	expect(differences(new Map<string, StoredValue>([['Dashboard!B6', 103.12]]), out)).toHaveLength(1)
})

function differences(
	expected: ReadonlyMap<string, StoredValue>,
	found: ReadonlyMap<string, StoredValue>,
): string[] {
	return [...expected]
		.filter(([cell, value]) => !isSameValue(value, found.get(cell)))
		.map(([cell, value]) => `${cell} should be ${value} and is ${found.get(cell)}`)
}
