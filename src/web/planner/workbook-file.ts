import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { inXml } from '#shared/in-xml.ts'
import { rooms } from '#shared/planner/choices.ts'
import { firstRows } from '#shared/planner/plan-data.ts'
import type { Typed, TypedPlan } from '#shared/planner/typed-plan.ts'
import { cellsOf, filledSheets, inSheetRows, newSheet, planOfCells } from '#shared/planner/workbook-cells.ts'

// Reads and fills in the workbook of the planner, an Office Open XML spreadsheet (ECMA-376). Cells are found by regular expressions,
// because only their contents matter, and because a sheet has four million characters.

type Files = Record<string, Uint8Array>
type SheetName = (typeof filledSheets)[number]

/** The most that is unpacked, in bytes. The workbook has 8 million. */
const mostUnpacked = 40_000_000

/** The longest text of a field. */
const longestText = 200

/** Returns the plan in a workbook, as saved by any program; null if it is another file. */
export function readWorkbook(bytes: Uint8Array): TypedPlan | null {
	const files = unpacked(bytes)
	const sheets = files && sheetPaths(files)
	// Dates would be counted from another day.
	if (!sheets || /\bdate1904="(?:1|true)"/.test(textOf(files, workbookPath))) return null
	const texts = [...textOf(files, 'xl/sharedStrings.xml').matchAll(/<si>(.*?)<\/si>/gs)].map(([, text]) =>
		plainText(text ?? ''),
	)
	const cells = new Map<string, Typed>(
		filledSheets.flatMap((sheet) =>
			[...cellsIn(textOf(files, sheets[sheet]))].flatMap(({ at, attributes, content }) => {
				const value = contentOf(attributes, content, texts)
				return value === null ? [] : [[`${sheet}!${at}`, value] as const]
			}),
		),
	)
	const read = (cell: string) => cells.get(cell) ?? null
	if (read(`Spending!A${firstRows.spending - 1}`) !== 'Date' || read('Dashboard!A1') !== 'Dashboard')
		return null
	const rows = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index)
	return planOfCells(read, (list) => {
		if (list !== 'spending') return rows(firstRows[list], rooms[list])
		// The only list into which rows can be inserted, and from which they can be deleted. A note follows it.
		const numbers = [...cells.keys()].flatMap((cell) => /^Spending!E(\d+)$/.exec(cell)?.[1] ?? []).map(Number)
		const end = numbers.find((row) => read(`Spending!E${row}`) === '–')
		return rows(firstRows.spending, (end ?? firstRows.spending + rooms.spending) - firstRows.spending)
	})
}

/** Returns the empty workbook with a plan filled in; null if it isn't the planner's workbook. */
export function filledWorkbook(empty: Uint8Array, plan: TypedPlan): Uint8Array<ArrayBuffer> | null {
	const files = unpacked(empty)
	const sheets = files && sheetPaths(files)
	if (!sheets) return null
	const typed = new Map([...cellsOf(inSheetRows(plan))].filter(([, value]) => value !== null))
	for (const path of Object.keys(files).filter((name) => name.startsWith('xl/worksheets/sheet'))) {
		const sheet = filledSheets.find((name) => sheets[name] === path)
		const filled = textOf(files, path)
			// Programs calculate what has no value. The values are those of the empty workbook.
			.replaceAll(/(<\/f>)<v>[^<]*<\/v>/g, '$1')
			.replaceAll(cellPattern, (cell, attributes: string) => {
				const at = `${sheet}!${placeOf(attributes)}`
				const value = typed.get(at)
				if (value === undefined || value === null) return cell
				typed.delete(at)
				const style = /\bs="\d+"/.exec(attributes)?.[0] ?? ''
				const text = `<is><t xml:space="preserve">${inXml(String(value))}</t></is>`
				return typeof value === 'number'
					? `<c r="${placeOf(attributes)}" ${style}><v>${value}</v></c>`
					: `<c r="${placeOf(attributes)}" ${style} t="inlineStr">${text}</c>`
			})
		files[path] = strToU8(filled)
	}
	// A field that the workbook lacks would be lost.
	if (typed.size > 0) return null
	const workbook = textOf(files, workbookPath)
	files[workbookPath] = strToU8(workbook.replace(/<calcPr\b/, '<calcPr fullCalcOnLoad="1"'))
	return new Uint8Array(zipSync(files))
}

const workbookPath = 'xl/workbook.xml'
const cellPattern = /<c\b([^>]*?)(?:\/>|>(.*?)<\/c>)/gs

function unpacked(bytes: Uint8Array): Files | null {
	let total = 0
	try {
		return unzipSync(bytes, {
			filter: ({ originalSize }) => {
				total += originalSize
				if (total > mostUnpacked) throw new Error('unpacks to too much')
				return true
			},
		})
	} catch {
		return null
	}
}

function textOf(files: Files, path: string): string {
	const bytes = files[path]
	return bytes === undefined ? '' : strFromU8(bytes)
}

/** Returns where the sheets to fill in are; null if one is missing. */
function sheetPaths(files: Files): Record<SheetName, string> | null {
	const targets = new Map(
		[...textOf(files, 'xl/_rels/workbook.xml.rels').matchAll(/<Relationship\b([^>]*)>/g)].map(
			([, attributes]) => [attribute(attributes ?? '', 'Id'), attribute(attributes ?? '', 'Target')],
		),
	)
	const paths = new Map(
		[...textOf(files, workbookPath).matchAll(/<sheet\b([^>]*)>/g)].map(([, attributes]) => [
			attribute(attributes ?? '', 'name'),
			targets.get(attribute(attributes ?? '', 'r:id')) ?? '',
		]),
	)
	const found = filledSheets.map((name) => {
		const target = paths.get(name) ?? ''
		return [name, target.startsWith('/') ? target.slice(1) : `xl/${target}`] as const
	})
	if (found.some(([name, path]) => name !== newSheet && files[path] === undefined)) return null
	return Object.fromEntries(found) as Record<SheetName, string>
}

function attribute(attributes: string, name: string): string {
	return unescaped(new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1] ?? '')
}

function placeOf(attributes: string): string {
	return attribute(attributes, 'r')
}

function* cellsIn(sheet: string): Generator<{ at: string; attributes: string; content: string }> {
	for (const [, attributes = '', content = ''] of sheet.matchAll(cellPattern))
		if (content !== '') yield { at: placeOf(attributes), attributes, content }
}

/** Returns a cell's value; null if it is empty. A formula has the value that it had when the file was saved. */
function contentOf(attributes: string, content: string, texts: readonly string[]): Typed {
	const value = /<v\b[^>]*>(.*?)<\/v>/s.exec(content)?.[1]
	switch (attribute(attributes, 't')) {
		case 's':
			return text(texts[Number(value)] ?? '')
		case 'inlineStr':
			return text(plainText(content))
		case '':
		case 'n':
			return value === undefined || value === '' || !Number.isFinite(Number(value)) ? null : Number(value)
		default:
			return text(unescaped(value ?? ''))
	}
}

function text(value: string): Typed {
	return value.trim() === '' ? null : value.slice(0, longestText)
}

/** Returns the text of an item, without how it looks or is pronounced. */
function plainText(item: string): string {
	const parts = item.replaceAll(/<rPh\b.*?<\/rPh>/gs, '').matchAll(/<t\b[^>]*>(.*?)<\/t>/gs)
	return unescaped([...parts].map(([, part]) => part).join(''))
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(xml: string): string {
	return xml.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (entity, decimal, hex, name) => {
		const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
		if (name !== undefined) return entities[name] ?? entity
		return code <= 0x10_ffff ? String.fromCodePoint(code) : entity
	})
}
