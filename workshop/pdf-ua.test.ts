import { PDFArray, PDFDict, PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'
import { beforeAll, describe, expect, it } from 'vitest'
import { markLines, mendTags } from './mend-tags.ts'
import { makeForm } from './pdf-forms.ts'
import { readPdfStructure } from './pdf-structure.ts'
import { findFaults } from './pdf-ua.ts'
import { compilePdf } from './typst.ts'

const name = PDFName.of

/** Each function damages a sound PDF so that it fails one condition. */
const damage: Readonly<Record<string, (pdf: PDFDocument) => void>> = {
	'02-001': (pdf) => tag(pdf, 'P').set(name('S'), name('Paragraph')),
	'02-004': (pdf) => rootOf(pdf).set(name('RoleMap'), pdf.context.obj({ P: 'H1' })),
	'09-002': (pdf) => tag(pdf, 'H2').set(name('S'), name('Span')),
	'09-004': (pdf) => tag(pdf, 'TH').set(name('S'), name('P')),
	'09-005': (pdf) => tag(pdf, 'P').set(name('S'), name('LI')),
	'09-006': (pdf) => tag(pdf, 'P').set(name('S'), name('TOCI')),
	'11-006': (pdf) => pdf.catalog.delete(name('Lang')),
	'11-001': (pdf) => tag(pdf, 'P').set(name('Lang'), PDFString.of('no')),
	'13-004': (pdf) => tag(pdf, 'P').set(name('S'), name('Figure')),
	'15-003': (pdf) => tag(pdf, 'TH').delete(name('A')),
	'15-005': (pdf) => tag(pdf, 'TD').set(name('A'), pdf.context.obj({ O: 'Table', Headers: [] })),
	'20-001': (pdf) => pdf.catalog.set(name('OCProperties'), pdf.context.obj({})),
	'21-001': (pdf) => pdf.catalog.set(name('Names'), pdf.context.obj({ EmbeddedFiles: {} })),
	'25-001': (pdf) => pdf.catalog.lookup(name('AcroForm'), PDFDict).set(name('XFA'), pdf.context.obj([])),
	'28-005': (pdf) => annotation(pdf).delete(name('TU')),
	'28-006': (pdf) => annotation(pdf).set(name('Subtype'), name('TrapNet')),
	'28-009': (pdf) => pdf.getPage(0).node.delete(name('Tabs')),
	'28-010': (pdf) => tag(pdf, 'Form').set(name('S'), name('Span')),
	'28-012': (pdf) => annotation(pdf).set(name('Subtype'), name('Link')),
	'30-001': (pdf) => pdf.context.register(pdf.context.obj({ Subtype: 'Form', Ref: {} })),
	'30-002': (pdf) => pdf.context.register(pdf.context.obj({ Subtype: 'Form', StructParents: 0 })),
	'31-004': (pdf) => pdf.context.register(pdf.context.obj({ Subtype: 'CIDFontType2', CIDToGIDMap: 'Other' })),
	'31-005': (pdf) => pdf.context.register(pdf.context.obj({ Subtype: 'CIDFontType2' })),
	'31-006': (pdf) => font(pdf).set(name('Encoding'), name('Identity-V')),
	'31-018': (pdf) => pdf.context.register(pdf.context.obj({ Subtype: 'TrueType' })),
	'31-027': (pdf) => font(pdf).delete(name('ToUnicode')),
	'31-028': (pdf) => font(pdf).set(name('ToUnicode'), unicode(pdf, '<0001> <0000>')),
	'31-029': (pdf) => font(pdf).set(name('ToUnicode'), unicode(pdf, '<0001> <FEFF>')),
}

let form: Uint8Array

beforeAll(async () => {
	form = await mendTags(await makeForm(compilePdf('workshop/startup-blueprint/worksheets.typ', 'a4')))
})

describe('a PDF that fails a condition of the Matterhorn Protocol', () => {
	it.each(Object.entries(damage))('is reported: %s', async (condition, spoil) => {
		const pdf = await PDFDocument.load(form, { updateMetadata: false })
		expect(findFaults(pdf)).toEqual([])
		spoil(pdf)
		expect(findFaults(pdf).map((fault) => fault.condition)).toContain(condition)
	})

	it('is reported if a line is not marked as decoration, but not after `markLines` has marked the line', async () => {
		const pdf = await PDFDocument.create()
		const content = '/P <</MCID 0>> BDC\nEMC\n0 0 m 100 100 l S\n'
		pdf.addPage().node.set(name('Contents'), pdf.context.register(pdf.context.flateStream(content)))
		const drawn = await pdf.save()
		const fault = 'page 1: 01-005 neither tagged nor decoration'
		expect((await readPdfStructure(drawn)).paintingFaults).toEqual([fault])
		expect((await readPdfStructure(await markLines(drawn))).paintingFaults).toEqual([])
	})
})

function rootOf(pdf: PDFDocument): PDFDict {
	return pdf.catalog.lookup(name('StructTreeRoot'), PDFDict)
}

function dictionaries(pdf: PDFDocument): PDFDict[] {
	return pdf.context
		.enumerateIndirectObjects()
		.flatMap(([, object]) => (object instanceof PDFDict ? [object] : []))
}

function found(dictionary: PDFDict | undefined): PDFDict {
	if (dictionary === undefined) throw new Error('The document has none')
	return dictionary
}

const tag = (pdf: PDFDocument, type: string) =>
	found(dictionaries(pdf).find((dictionary) => dictionary.get(name('S')) === name(type)))

const font = (pdf: PDFDocument) =>
	found(dictionaries(pdf).find((dictionary) => dictionary.get(name('Subtype')) === name('Type0')))

const annotation = (pdf: PDFDocument) =>
	pdf.getPage(0).node.lookup(name('Annots'), PDFArray).lookup(0, PDFDict)

const unicode = (pdf: PDFDocument, line: string) =>
	pdf.context.register(pdf.context.stream(`1 beginbfchar\n${line}\nendbfchar`))
