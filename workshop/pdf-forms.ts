import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import {
	PDFArray,
	type PDFContext,
	PDFDict,
	PDFDocument,
	PDFHexString,
	PDFName,
	PDFNumber,
	PDFRef,
	PDFString,
} from '@cantoo/pdf-lib'
import { z } from 'zod'
import { embedFormFont } from './form-font.ts'

/** A field as `workshop/design/fields.typ` describes it in a link. */
const fieldSchema = z.strictObject({
	name: z.string().regex(/^[\w-]+$/),
	label: z.string().min(1),
	kind: z.enum(['text', 'choice', 'tick']),
	options: z.array(z.string().min(1)),
})
type Field = z.infer<typeof fieldSchema>

const prefix = 'field:'
const name = PDFName.of
const ink = '0.09 0.133 0.11'
const fontSize = 10.5
const multiline = 1 << 12
const combo = 1 << 17
/** A text field taller than this, in points, takes several lines. */
const oneLine = 26

/**
 * Turns each link to `field:…` of a tagged PDF into a form field at the same place in the reading order. Its tag becomes a form
 * tag, and its label becomes the field's name for screen readers. Fields start empty.
 */
export async function makeForm(pdf: Uint8Array): Promise<Uint8Array> {
	const document = await PDFDocument.load(pdf, { updateMetadata: false })
	const { context, catalog } = document
	const font = embedFormFont(document, 'BricolageGrotesque-Regular', await fontFile())
	const tags = tagsByNumber(context, catalog)
	const fields: PDFRef[] = []
	const names = new Set<string>()
	for (const page of document.getPages()) {
		for (const link of page.node.lookupMaybe(name('Annots'), PDFArray)?.asArray() ?? []) {
			const annotation = context.lookup(link, PDFDict)
			const field = readField(annotation)
			if (field === undefined || !(link instanceof PDFRef)) continue
			if (names.has(field.name)) throw new Error(`There are two fields “${field.name}”`)
			names.add(field.name)
			makeField(context, annotation, field)
			annotation.set(name('P'), page.ref)
			const tag = tags.get(annotation.lookup(name('StructParent'), PDFNumber).asNumber())
			if (tag === undefined) throw new Error(`The field “${field.name}” has no tag`)
			tag.set(name('S'), name('Form'))
			fields.push(link)
		}
	}
	if (fields.length === 0) throw new Error('The document has no fields')
	catalog.set(
		name('AcroForm'),
		context.obj({ Fields: fields, DR: { Font: { Body: font } }, DA: PDFString.of(appearance) }),
	)
	return document.save({ updateFieldAppearances: false })
}

const appearance = `/Body ${fontSize} Tf ${ink} rg`

function readField(annotation: PDFDict): Field | undefined {
	const contents = annotation.lookupMaybe(name('Contents'), PDFString, PDFHexString)?.decodeText() ?? ''
	if (!contents.startsWith(prefix)) return
	return fieldSchema.parse(JSON.parse(contents.slice(prefix.length)))
}

function makeField(context: PDFContext, annotation: PDFDict, field: Field): void {
	for (const key of ['A', 'Border', 'Contents']) annotation.delete(name(key))
	annotation.set(name('Subtype'), name('Widget'))
	annotation.set(name('T'), PDFHexString.fromText(field.name))
	annotation.set(name('TU'), PDFHexString.fromText(field.label))
	annotation.set(name('F'), PDFNumber.of(4))
	const [left = 0, bottom = 0, right = 0, top = 0] = annotation
		.lookup(name('Rect'), PDFArray)
		.asArray()
		.map((number) => (number instanceof PDFNumber ? number.asNumber() : 0))
	const box = { width: right - left, height: top - bottom }
	if (field.kind === 'tick') makeTick(context, annotation, box)
	else makeText(context, annotation, box, field)
}

interface Box {
	width: number
	height: number
}

function makeText(context: PDFContext, annotation: PDFDict, box: Box, { kind, options }: Field): void {
	annotation.set(name('FT'), name(kind === 'choice' ? 'Ch' : 'Tx'))
	const flags = kind === 'choice' ? combo : box.height > oneLine ? multiline : 0
	annotation.set(name('Ff'), PDFNumber.of(flags))
	if (kind === 'choice') annotation.set(name('Opt'), context.obj(options.map(PDFHexString.fromText)))
	annotation.set(name('DA'), PDFString.of(appearance))
	annotation.set(name('AP'), context.obj({ N: drawing(context, box, '/Tx BMC EMC') }))
}

function makeTick(context: PDFContext, annotation: PDFDict, box: Box): void {
	const at = (x: number, y: number) => `${(box.width * x).toFixed(2)} ${(box.height * y).toFixed(2)}`
	const tick = `q ${ink} RG 1.6 w 1 J ${at(0.2, 0.5)} m ${at(0.42, 0.25)} l ${at(0.8, 0.78)} l S Q`
	annotation.set(name('FT'), name('Btn'))
	annotation.set(name('V'), name('Off'))
	annotation.set(name('AS'), name('Off'))
	annotation.set(
		name('AP'),
		context.obj({ N: { Yes: drawing(context, box, tick), Off: drawing(context, box, '') } }),
	)
}

function drawing(context: PDFContext, { width, height }: Box, content: string): PDFRef {
	return context.register(
		context.stream(content, { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height] }),
	)
}

/** Returns the tags of annotations, by the annotation's number in the tree of tags. */
function tagsByNumber(context: PDFContext, catalog: PDFDict): Map<number, PDFDict> {
	const tree = catalog.lookup(name('StructTreeRoot'), PDFDict).lookup(name('ParentTree'), PDFDict)
	const entries = tree.lookup(name('Nums'), PDFArray).asArray()
	const tags = new Map<number, PDFDict>()
	for (let index = 0; index + 1 < entries.length; index += 2) {
		const [number, tag] = [entries[index], context.lookup(entries[index + 1])]
		if (number instanceof PDFNumber && tag instanceof PDFDict) tags.set(number.asNumber(), tag)
	}
	return tags
}

async function fontFile(): Promise<Uint8Array> {
	const folder = '@expo-google-fonts/bricolage-grotesque/400Regular'
	const path = createRequire(import.meta.url).resolve(`${folder}/BricolageGrotesque_400Regular.ttf`)
	return new Uint8Array(await readFile(path))
}
