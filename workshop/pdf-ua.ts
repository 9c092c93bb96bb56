import {
	decodePDFRawStream,
	PDFDict,
	type PDFDocument,
	PDFHexString,
	PDFName,
	PDFNumber,
	type PDFObject,
	PDFRawStream,
	PDFString,
} from '@cantoo/pdf-lib'
import { childrenOf, listOf } from './mend-tags.ts'

/** A condition of the Matterhorn Protocol 1.1 that a PDF fails, and where. `condition` is its number in the protocol. */
export interface Fault {
	condition: string
	what: string
}

type Report = (condition: string, what: string) => void

/**
 * Finds breaches of PDF/UA-1 (ISO 14289-1) in the objects of a PDF. Checks the conditions of the Matterhorn Protocol that a
 * program can see there. `readPdfStructure` reads the headings, the metadata, the reading order and what is painted on the pages.
 */
export function findFaults(pdf: PDFDocument): Fault[] {
	const faults: Fault[] = []
	const report: Report = (condition, what) => faults.push({ condition, what })
	const root = pdf.catalog.lookup(PDFName.of('StructTreeRoot'))
	if (!(root instanceof PDFDict)) return [{ condition: '01-005', what: 'no tags' }]
	checkRoles(root, report)
	const elements = childrenOf(root).flatMap((element) => elementsIn(element, rolesOf(root)))
	for (const element of elements) checkElement(element, report)
	checkDocument(pdf, report)
	checkAnnotations(pdf, elements, report)
	for (const [, object] of pdf.context.enumerateIndirectObjects()) checkObject(object, report)
	return faults
}

interface Element {
	dict: PDFDict
	role: string
	parentRole: string
}

/** The standard types that our documents may use (ISO 32000-1, 14.8.4). */
const grouping = 'Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private'.split(' ')
const block = 'P H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table TR TH TD THead TBody TFoot'.split(' ')
const inline = 'Span Quote Reference BibEntry Code Link Annot Form Figure'.split(' ')
const standard = [...grouping, ...block, ...inline]

/** What the parts of tables, lists and contents may contain, and what may contain them (tables 333, 336 and 337). */
const contents: Readonly<Record<string, readonly string[]>> = {
	Table: ['TR', 'THead', 'TBody', 'TFoot', 'Caption'],
	THead: ['TR'],
	TBody: ['TR'],
	TFoot: ['TR'],
	TR: ['TH', 'TD'],
	L: ['LI', 'Caption'],
	LI: ['Lbl', 'LBody'],
	TOC: ['TOC', 'TOCI', 'Caption'],
	TOCI: ['Lbl', 'Reference', 'NonStruct', 'P', 'TOC'],
}
const conditionOf = (role: string) => (/^L/.test(role) ? '09-005' : /^TOC/.test(role) ? '09-006' : '09-004')
const onlyIn: Readonly<Record<string, readonly string[]>> = {
	TR: ['Table', 'THead', 'TBody', 'TFoot'],
	THead: ['Table'],
	TBody: ['Table'],
	TFoot: ['Table'],
	TH: ['TR'],
	TD: ['TR'],
	LI: ['L'],
	LBody: ['LI'],
	TOCI: ['TOC'],
}

function checkRoles(root: PDFDict, report: Report): void {
	for (const [own, mapped] of rolesOf(root)) {
		if (standard.includes(own) && own !== mapped) report('02-004', `${own} is mapped to ${mapped}`)
	}
}

/** Returns the standard type of each type that the document adds. */
function rolesOf(root: PDFDict): ReadonlyMap<string, string> {
	const map = root.lookup(PDFName.of('RoleMap'))
	if (!(map instanceof PDFDict)) return new Map()
	return new Map(map.entries().map(([own, mapped]) => [own.decodeText(), nameOf(mapped)]))
}

function elementsIn(dict: PDFDict, roles: ReadonlyMap<string, string>, parentRole = ''): Element[] {
	const own = nameOf(dict.get(PDFName.of('S')))
	// The mapping is followed only once. A chain or circle of added types therefore ends at a type that is not standard, and is
	// reported.
	const role = standard.includes(own) ? own : (roles.get(own) ?? own)
	return [{ dict, role, parentRole }, ...childrenOf(dict).flatMap((child) => elementsIn(child, roles, role))]
}

function checkElement({ dict, role, parentRole }: Element, report: Report): void {
	const where = `${role} in ${parentRole}`
	if (!standard.includes(role)) report('02-001', where)
	const allowed = contents[parentRole]
	if (allowed !== undefined && !allowed.includes(role)) report(conditionOf(parentRole), where)
	const parents = onlyIn[role]
	if (parents !== undefined && !parents.includes(parentRole)) report(conditionOf(role), where)
	const attributes = listOf(dict.lookup(PDFName.of('A'))).filter((item) => item instanceof PDFDict)
	const has = (name: string) => attributes.some((attribute) => attribute.has(PDFName.of(name)))
	if (role === 'TH' && !has('Scope')) report('15-003', where)
	// Screen readers would say only the headers in this list, and Typst's list lacks the header of the row.
	if (has('Headers')) report('15-005', where)
	if (role === 'Figure' && !dict.has(PDFName.of('Alt')) && !dict.has(PDFName.of('ActualText')))
		report('13-004', where)
	if (dict.has(PDFName.of('Lang'))) report('11-001', `${where} has a language of its own`)
	// Text belongs to a paragraph, a heading, a list or a table, and a heading contains no paragraph.
	if (/^(Document|Div|Sect|Part)$/.test(parentRole) && inline.includes(role)) report('09-002', where)
	if (/^H\d$/.test(parentRole) && !inline.includes(role)) report('09-002', where)
}

function checkDocument({ catalog, context }: PDFDocument, report: Report): void {
	const has = (name: string) => catalog.has(PDFName.of(name))
	if (!/^[a-z]{2}(-[A-Z]{2})?$/.test(textOf(catalog.lookup(PDFName.of('Lang')))))
		report('11-006', 'no language')
	if (has('OCProperties')) report('20-001', 'optional content')
	const names = catalog.lookup(PDFName.of('Names'))
	if (names instanceof PDFDict && names.has(PDFName.of('EmbeddedFiles'))) report('21-001', 'attached files')
	const form = catalog.lookup(PDFName.of('AcroForm'))
	if (form instanceof PDFDict && form.has(PDFName.of('XFA'))) report('25-001', 'XFA')
	if (context.trailerInfo.Encrypt !== undefined) report('26-001', 'encrypted')
}

/** What each kind of annotation is tagged as. Our documents have no others. */
const tags: Readonly<Record<string, string>> = { Link: 'Link', Widget: 'Form' }

function checkAnnotations(pdf: PDFDocument, elements: readonly Element[], report: Report): void {
	const tagged = new Map<PDFObject, string>()
	for (const { dict, role } of elements)
		for (const child of listOf(dict.lookup(PDFName.of('K')))) {
			const object = child instanceof PDFDict ? child.lookup(PDFName.of('Obj')) : undefined
			if (object !== undefined) tagged.set(object, role)
		}
	for (const { node } of pdf.getPages()) {
		const annotations = listOf(node.lookup(PDFName.of('Annots'))).filter((item) => item instanceof PDFDict)
		for (const annotation of annotations) {
			const kind = nameOf(annotation.get(PDFName.of('Subtype')))
			const tag = tags[kind]
			if (tag === undefined) report('28-006', kind)
			else if (tagged.get(annotation) !== tag) report(kind === 'Widget' ? '28-010' : '28-011', kind)
			const words = textOf(annotation.lookup(PDFName.of(kind === 'Widget' ? 'TU' : 'Contents')))
			if (words.trim() === '') report(kind === 'Widget' ? '28-005' : '28-012', kind)
		}
		const follows = nameOf(node.get(PDFName.of('Tabs'))) === 'S'
		if (annotations.length > 0 && !follows) report('28-009', 'the Tab key does not follow the tags')
	}
}

function checkObject(object: PDFObject, report: Report): void {
	const dict = object instanceof PDFRawStream ? object.dict : object
	if (!(dict instanceof PDFDict)) return
	const get = (name: string) => dict.lookup(PDFName.of(name))
	const subtype = nameOf(dict.get(PDFName.of('Subtype')))
	if (subtype === 'Form' && dict.has(PDFName.of('Ref'))) report('30-001', 'reference XObject')
	if (subtype === 'Form' && dict.has(PDFName.of('StructParents')))
		report('30-002', 'tagged content in a form XObject')
	const font = nameOf(dict.get(PDFName.of('BaseFont')))
	if (subtype === 'Type0') {
		if (nameOf(dict.get(PDFName.of('Encoding'))) !== 'Identity-H') report('31-006', font)
		checkUnicode(get('ToUnicode'), font, report)
	}
	if (subtype === 'CIDFontType2') {
		const map = get('CIDToGIDMap')
		if (map === undefined) report('31-005', font)
		else if (!(map instanceof PDFRawStream) && nameOf(map) !== 'Identity') report('31-004', font)
	}
	if (subtype === 'TrueType') {
		const descriptor = get('FontDescriptor')
		const flags = descriptor instanceof PDFDict ? descriptor.lookup(PDFName.of('Flags')) : undefined
		const isSymbolic = flags instanceof PDFNumber && (flags.asNumber() & 4) !== 0
		if (!isSymbolic && !['MacRomanEncoding', 'WinAnsiEncoding'].includes(nameOf(get('Encoding'))))
			report('31-018', font)
		if (isSymbolic) checkUnicode(get('ToUnicode'), font, report)
	}
}

/** Looks for letters that are mapped to nothing, or to a byte order mark. */
function checkUnicode(map: PDFObject | undefined, font: string, report: Report): void {
	if (!(map instanceof PDFRawStream)) {
		report('31-027', font)
		return
	}
	const text = new TextDecoder('latin1').decode(decodePDFRawStream(map).decode())
	if (/<[0-9a-f]+>\s*<0000>/i.test(text)) report('31-028', font)
	if (/<[0-9a-f]+>\s*<(fffe|feff)>/i.test(text)) report('31-029', font)
}

const nameOf = (object: PDFObject | undefined): string =>
	object instanceof PDFName ? object.decodeText() : ''

function textOf(object: PDFObject | undefined): string {
	return object instanceof PDFString || object instanceof PDFHexString ? object.decodeText() : ''
}
