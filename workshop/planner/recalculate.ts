import { dayNumber } from '../../src/shared/planner/typed-plan.ts'
import { packArchive, unpackArchive } from '../archive.ts'
import { convertSpreadsheet } from '../office.ts'
import { type CellValues, formulasOf, isSameValue, openWorkbook, valuesOf } from './stored-values.ts'

/**
 * Recalculates every formula of a workbook with LibreOffice on the edition's date, starting without stored values. Returns
 * undefined if LibreOffice is not installed. Throws if a value differs from the one in the file.
 */
export async function recalculate(
	name: string,
	bytes: Uint8Array,
	editionDate: string,
): Promise<CellValues | undefined> {
	const converted = await convertSpreadsheet(withoutStoredValues(bytes, dayNumber(editionDate)), 'xlsx')
	if (converted === undefined) return undefined
	const workbook = await openWorkbook(bytes)
	const cells = [...formulasOf(workbook).keys()]
	const stored = valuesOf(workbook, cells)
	const found = valuesOf(await openWorkbook(converted), cells)
	const wrong = cells.filter((cell) => !isSameValue(stored.get(cell), found.get(cell)))
	if (wrong.length > 0) {
		const samples = wrong
			.slice(0, 5)
			.map((cell) => `${cell} is ${found.get(cell)}, stored ${stored.get(cell)}`)
		throw new Error(
			`${name}: LibreOffice disagrees about ${wrong.length} of ${cells.length} formulas: ${samples.join('; ')}`,
		)
	}
	return found
}

/** Removes the stored values of all formulas, so that LibreOffice cannot reuse them. Sets the day that counts as today. */
function withoutStoredValues(bytes: Uint8Array, today: number): Uint8Array {
	const decoder = new TextDecoder()
	const encoder = new TextEncoder()
	return packArchive(
		unpackArchive(bytes).map((entry) => {
			if (!entry.name.startsWith('xl/worksheets/sheet')) return entry
			const sheet = decoder
				.decode(entry.bytes)
				.replace(/<\/f><v>[^<]*<\/v>/g, '</f>')
				.replace('<f>TODAY()</f>', `<f>${today}</f>`)
			return { name: entry.name, bytes: encoder.encode(sheet) }
		}),
	)
}
