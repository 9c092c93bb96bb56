import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { rootDir } from '../../scripts/setup/run.mjs'
import { dayNumber } from '../../src/shared/planner/typed-plan.ts'
import { type ExpectedPlanner, expectedPlanner } from '../budget-planner/expected-planner.ts'
import { emptyPlanner, examplePlanner } from '../budget-planner/planner-data.ts'
import { sheetPlan } from '../budget-planner/sheet-plan.ts'
import type { DeliveredFile } from '../built-data.ts'
import { officeVersion } from '../office.ts'
import { writeChanged } from '../write-file.ts'
import { recalculate } from './recalculate.ts'
import { comparable, expectedRows, rowsOf } from './shown.ts'
import type { CellValues } from './stored-values.ts'

const place = 'workshop/budget-planner/recalculated.json'

/** The result of LibreOffice for the workbooks in the archive. */
export const recalculatedSchema = z.strictObject({
	by: z.string().startsWith('LibreOffice'),
	workbooks: z.array(
		z.strictObject({
			file: z.string(),
			/** A checksum of the workbook that was recalculated. */
			sha256: z.hash('sha256'),
			formulas: z.int().positive(),
			/** Column by column, from the named cell downwards. */
			values: z.record(z.string(), z.array(z.union([z.string(), z.number(), z.boolean()]))),
		}),
	),
})
export type Recalculated = z.infer<typeof recalculatedSchema>

/**
 * Recalculates both workbooks. Compares the result with the values in the files, and with those calculated without a spreadsheet.
 * Writes the result for the tests. Without LibreOffice it keeps the existing result and says so.
 */
export async function keepRecalculation(
	delivered: readonly DeliveredFile[],
	editionDate: string,
): Promise<void> {
	const workbooks: Recalculated['workbooks'] = []
	for (const data of [emptyPlanner, examplePlanner]) {
		const file = delivered.find(({ name }) => name === data.fileName)
		if (file === undefined) throw new Error(`${data.fileName} was not built`)
		const values = await recalculate(file.name, file.bytes, editionDate)
		if (values === undefined) {
			console.log(`kept     ${place}: recalculating needs LibreOffice (soffice)`)
			return
		}
		refuseUnexpected(file.name, values, expectedPlanner(sheetPlan(data), dayNumber(editionDate)))
		workbooks.push({
			file: file.name,
			sha256: sha256(file.bytes),
			formulas: values.size,
			values: byColumn(values),
		})
	}
	// Another version of LibreOffice with the same result changes nothing.
	const kept = await readFile(join(rootDir, place), 'utf8').catch(() => undefined)
	const by = (await officeVersion()) ?? 'LibreOffice'
	if (
		kept !== undefined &&
		laidOut({ ...recalculatedSchema.parse(JSON.parse(kept)), by }) === laidOut({ by, workbooks })
	) {
		return
	}
	await writeChanged(place, laidOut({ by, workbooks }))
}

export function sha256(bytes: Uint8Array): string {
	return createHash('sha256').update(bytes).digest('hex')
}

/** Expands runs: `Weeks!H4` with 52 values becomes 52 cells. */
export function valuesByCell(runs: Recalculated['workbooks'][number]['values']): CellValues {
	const values: CellValues = new Map()
	for (const [start, run] of Object.entries(runs)) {
		const [, column = '', first = ''] = cellName.exec(start) ?? []
		for (const [index, value] of run.entries()) values.set(`${column}${Number(first) + index}`, value)
	}
	return values
}

const cellName = /^(.*![A-Z]+)(\d+)$/

function refuseUnexpected(file: string, values: CellValues, expected: ExpectedPlanner): void {
	const found = rowsOf(values)
	for (const [index, row] of expectedRows(expected).entries()) {
		if (comparable(row) !== found[index])
			throw new Error(`${file}: row ${index} shows ${found[index]}, and should show ${comparable(row)}`)
	}
}

/** Groups adjacent cells of a column into runs, such as `Weeks!H4` with 52 values. */
function byColumn(values: CellValues): Record<string, (string | number | boolean)[]> {
	const columns = new Map<string, { row: number; value: string | number | boolean }[]>()
	for (const [cell, value] of values) {
		const [, column = '', row = ''] = cellName.exec(cell) ?? []
		columns.set(column, [...(columns.get(column) ?? []), { row: Number(row), value: rounded(value) }])
	}
	const runs: Record<string, (string | number | boolean)[]> = {}
	for (const [column, cells] of columns) {
		let start = ''
		for (const [index, { row, value }] of cells.entries()) {
			if (index === 0 || row !== (cells[index - 1]?.row ?? 0) + 1) start = `${column}${row}`
			runs[start] = [...(runs[start] ?? []), value]
		}
	}
	return runs
}

function rounded(value: string | number | boolean): string | number | boolean {
	return typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : value
}

/** Formats one line for each run of cells, so that a changed formula changes few lines. */
function laidOut({ by, workbooks }: Recalculated): string {
	const blocks = workbooks.map(({ values, ...facts }) => {
		const lines = Object.entries(values).map(
			([start, run]) => `${JSON.stringify(start)}:${JSON.stringify(run)}`,
		)
		return `${JSON.stringify(facts).slice(0, -1)},"values":{\n${lines.join(',\n')}\n}}`
	})
	return `{"by":${JSON.stringify(by)},"workbooks":[\n${blocks.join(',\n')}\n]}\n`
}
