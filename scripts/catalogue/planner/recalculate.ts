import { packArchive, unpackArchive } from '../archive.ts'
import { convertSpreadsheet } from '../office.ts'
import { type CellValues, formulasOf, isSameValue, openWorkbook, valuesOf } from './stored-values.ts'

/**
 * What LibreOffice makes of every formula in a workbook, starting without a single stored value; undefined on a machine
 * without it. Throws where a value differs from the one the file carries.
 */
export async function recalculate(name: string, bytes: Uint8Array): Promise<CellValues | undefined> {
	const converted = await convertSpreadsheet(withoutStoredValues(bytes), 'xlsx')
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

/** The same workbook with no value beside its formulas, so that nothing can be copied from there. */
function withoutStoredValues(bytes: Uint8Array): Uint8Array {
	const decoder = new TextDecoder()
	const encoder = new TextEncoder()
	return packArchive(
		unpackArchive(bytes).map((entry) => {
			if (!entry.name.startsWith('xl/worksheets/sheet')) return entry
			const sheet = decoder.decode(entry.bytes).replace(/<\/f><v>[^<]*<\/v>/g, '</f>')
			return { name: entry.name, bytes: encoder.encode(sheet) }
		}),
	)
}
