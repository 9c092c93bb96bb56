import {
	decodePDFRawStream,
	PDFArray,
	PDFDict,
	PDFDocument,
	PDFName,
	PDFNumber,
	type PDFObject,
	PDFRawStream,
	type PDFRef,
} from '@cantoo/pdf-lib'

const type = PDFName.of('S')
const parent = PDFName.of('P')
const children = PDFName.of('K')
const attributes = PDFName.of('A')

/** Corrects tags that Typst cannot write as we need them: those of table rows and of checklists. */
export async function mendTags(bytes: Uint8Array): Promise<Uint8Array> {
	const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
	for (const [ref, element] of pdf.context.enumerateIndirectObjects()) {
		if (!(element instanceof PDFDict)) continue
		if (isTagged(element, 'TR')) nameRow(element, pdf)
		if (isTagged(element, 'L')) unwrap(element, ref)
	}
	return await pdf.save({ addDefaultPage: false, updateFieldAppearances: false })
}

/** Marks the lines under headings as decoration. LibreOffice draws them after everything else on a page, without a mark. */
export async function markLines(bytes: Uint8Array): Promise<Uint8Array> {
	const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
	for (const { node } of pdf.getPages()) {
		const content = node.lookup(PDFName.of('Contents'))
		if (!(content instanceof PDFRawStream)) throw new Error('The page has several contents')
		const text = new TextDecoder('latin1').decode(decodePDFRawStream(content).decode())
		const end = text.lastIndexOf('EMC\n') + 'EMC\n'.length
		const marked = `${text.slice(0, end)}/Artifact BMC\n${text.slice(end)}\nEMC\n`
		node.set(PDFName.of('Contents'), pdf.context.register(pdf.context.flateStream(latin1(marked))))
	}
	return await pdf.save({ addDefaultPage: false, updateFieldAppearances: false })
}

/** Returns the bytes of a content stream, one for each letter. */
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

/**
 * Tags the first cell of a table row as the header of that row, so that a screen reader says what a cell is about. A field to
 * fill in is not a header. Also removes the list of headers that Typst gives each cell, because it contains only the headers at
 * the top.
 */
function nameRow(row: PDFDict, { context }: PDFDocument): void {
	const cells = childrenOf(row)
	for (const cell of cells)
		for (const attribute of listOf(cell.lookup(attributes)))
			if (attribute instanceof PDFDict) attribute.delete(PDFName.of('Headers'))
	const [first] = cells
	if (first === undefined || !isTagged(first, 'TD') || !hasText(first)) return
	first.set(type, PDFName.of('TH'))
	first.set(attributes, context.obj({ O: 'Table', Scope: 'Row' }))
}

/** Moves the items of a list into the list around it, if that contains nothing else. Checklists produce such pairs of lists. */
function unwrap(list: PDFDict, ref: PDFRef): void {
	const [inner, ...others] = childrenOf(list)
	const items = inner?.get(children)
	if (inner === undefined || items === undefined || others.length > 0 || !isTagged(inner, 'L')) return
	for (const item of childrenOf(inner)) item.set(parent, ref)
	list.set(children, items)
}

function isTagged(element: PDFDict, name: string): boolean {
	return element.get(type) === PDFName.of(name)
}

function hasText(element: PDFDict): boolean {
	return listOf(element.lookup(children)).some(
		(child) =>
			child instanceof PDFNumber ||
			(child instanceof PDFDict && (child.has(PDFName.of('MCID')) || hasText(child))),
	)
}

/** Returns the elements in an element. */
export function childrenOf(element: PDFDict): PDFDict[] {
	return listOf(element.lookup(children))
		.filter((child) => child instanceof PDFDict)
		.filter((child) => child.has(type))
}

/** Returns the items of an array, or the one object that stands in place of an array. */
export function listOf(object: PDFObject | undefined): PDFObject[] {
	if (!(object instanceof PDFArray)) return object === undefined ? [] : [object]
	return object
		.asArray()
		.map((_, index) => object.lookup(index))
		.filter((item) => item !== undefined)
}
