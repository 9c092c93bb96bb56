import { PDFArray, PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib'

const type = PDFName.of('S')
const children = PDFName.of('K')

/**
 * Tags the first cell of each table row as the header of its row, so that a screen reader says what a cell is about. Typst can tag
 * only the header at the top. Cells with nothing in them are left alone.
 */
export async function nameRowHeaders(bytes: Uint8Array): Promise<Uint8Array> {
	const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
	const { context } = pdf
	const scope = context.obj({ O: 'Table', Scope: 'Row' })
	for (const [, object] of context.enumerateIndirectObjects()) {
		if (!(object instanceof PDFDict) || object.lookupMaybe(type, PDFName)?.asString() !== '/TR') continue
		const first = firstChild(object)
		if (first?.lookupMaybe(type, PDFName)?.asString() !== '/TD' || isEmpty(first)) continue
		first.set(type, PDFName.of('TH'))
		first.set(PDFName.of('A'), scope)
	}
	return await pdf.save({ addDefaultPage: false, updateFieldAppearances: false })
}

function firstChild(element: PDFDict): PDFDict | undefined {
	const kids = element.lookup(children)
	if (!(kids instanceof PDFArray)) return kids instanceof PDFDict ? kids : undefined
	return kids.size() === 0 ? undefined : kids.lookupMaybe(0, PDFDict)
}

function isEmpty(element: PDFDict): boolean {
	const kids = element.lookup(children)
	return kids === undefined || (kids instanceof PDFArray && kids.size() === 0)
}
