import type { Block, ReadDocument, Section } from '#server/features/new-guides/inspected-file.ts'
import { UnreadableFile } from '#server/platform/child/unreadable-file.ts'
import type { Packed } from './unpack.ts'
import { attributeOf, childrenOf, elementsOf, parseXml, textOf } from './xml.ts'

/** Reads a Word file: its chapters are what is below its main headings. */
export function readDocx(packed: Packed): ReadDocument {
	requireNoMacros(packed)
	const document = parseXml(packed.text('word/document.xml') ?? missing())
	const levels = headingLevels(packed)
	const lines = elementsOf(document, 'p').flatMap((paragraph) => lineOf(paragraph, levels))
	if (lines.length === 0) throw new UnreadableFile('There is no text in it.')
	const [main] = lines.flatMap(({ level }) => (level === null ? [] : [level])).toSorted((a, b) => a - b)
	const sections: Section[] = []
	for (const { level, ...block } of lines)
		if (level === main && level !== undefined && level !== null)
			sections.push({ title: block.text, page: null, lastPage: null, blocks: [] })
		else {
			const current = sections.at(-1) ?? { title: '', page: null, lastPage: null, blocks: [] }
			if (sections.length === 0) sections.push(current)
			current.blocks.push(block)
		}
	const { title, ...properties } = propertiesOf(packed)
	const { pages } = properties
	return {
		title,
		author: properties.author,
		subject: properties.subject,
		pageCount: pages,
		sections: sections.slice(0, 200),
		sheets: [],
		access: main === undefined ? [] : ['headings'],
		faults: [
			...(main === undefined ? ['No headings: a screen reader can’t jump.'] : []),
			...(title === null ? ['No title in the file: programs show its file name.'] : []),
		],
		pictures: [],
	}
}

/** Reads a spreadsheet: the names of its sheets. */
export function readXlsx(packed: Packed): ReadDocument {
	requireNoMacros(packed)
	const workbook = parseXml(packed.text('xl/workbook.xml') ?? missing())
	const sheets = elementsOf(workbook, 'sheet')
		.filter((sheet) => !attributeOf(sheet, 'state').toLowerCase().includes('hidden'))
		.map((sheet) => attributeOf(sheet, 'name'))
	if (sheets.length === 0) throw new UnreadableFile('There is no sheet in it.')
	const { title, author, subject } = propertiesOf(packed)
	return {
		title,
		author,
		subject,
		pageCount: null,
		sections: [],
		sheets,
		access: [],
		faults: title === null ? ['No title in the file: programs show its file name.'] : [],
		pictures: [],
	}
}

function requireNoMacros({ entries }: Packed): void {
	if (entries.some(({ name }) => /vbaProject\.bin$|\/activeX\//i.test(name)))
		throw new UnreadableFile('It has macros (scripts). Save it without.')
	if (entries.some(({ name }) => name === 'EncryptedPackage'))
		throw new UnreadableFile('It has a password. Save it without one.')
}

function propertiesOf(packed: Packed) {
	const core = packed.text('docProps/core.xml')
	const app = packed.text('docProps/app.xml')
	const propertyIn = (xml: string | undefined, name: string) =>
		(xml === undefined ? '' : textOf(elementsOf(parseXml(xml), name)[0])) || null
	const pages = Number(propertyIn(app, 'Pages'))
	return {
		title: propertyIn(core, 'title'),
		author: propertyIn(core, 'creator'),
		subject: propertyIn(core, 'description') ?? propertyIn(core, 'subject'),
		pages: Number.isInteger(pages) && pages > 0 && pages < 10_000 ? pages : null,
	}
}

/** Returns the level of each style that is one of a heading. Its name is English in every language of Word, its id isn’t. */
function headingLevels(packed: Packed): Map<string, number> {
	const xml = packed.text('word/styles.xml')
	const styles = xml === undefined ? [] : elementsOf(parseXml(xml), 'style')
	return new Map(
		styles.flatMap((style) => {
			const [named] = childrenOf(style).filter(({ localName }) => localName === 'name')
			const level = /^heading ([1-6])$/i.exec(attributeOf(named, 'val'))?.[1]
			return level === undefined ? [] : [[attributeOf(style, 'styleId'), Number(level)] as const]
		}),
	)
}

function lineOf(
	paragraph: Element,
	levels: ReadonlyMap<string, number>,
): (Block & { level: number | null })[] {
	const text = elementsOf(paragraph, 't', 'tab', 'br')
		.map((run) => (run.localName === 't' ? (run.textContent ?? '') : ' '))
		.join('')
		.replaceAll(/\s+/g, ' ')
		.trim()
	if (text === '') return []
	const style = attributeOf(elementsOf(paragraph, 'pStyle')[0], 'val')
	const level = levels.get(style) ?? null
	const isItem = elementsOf(paragraph, 'numPr').length > 0 || /list/i.test(style)
	return [{ kind: level === null ? (isItem ? 'item' : 'paragraph') : 'heading', text, level }]
}

function missing(): never {
	throw new UnreadableFile('It is damaged: its main part is missing. Save it again.')
}
