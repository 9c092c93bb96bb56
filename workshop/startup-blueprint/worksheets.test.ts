import { readFile } from 'node:fs/promises'
import { PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { parse } from 'parse5'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { unpackArchive } from '../archive.ts'
import { type Worksheet, type WorksheetPart, worksheets } from './worksheets.ts'

const archive = unpackArchive(
	await readFile(new URL('../../goods/StartupBlueprint-worksheets.zip', import.meta.url)),
)
const guide = await readFile(new URL('guide.typ', import.meta.url), 'utf8')

describe('the form', async () => {
	const bytes = entry('Startup-worksheets.pdf')
	const pdf = await getDocument({ data: bytes.slice(), verbosity: 0 }).promise
	const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1)))
	const widgets = (await Promise.all(pages.map(async (page) => page.getAnnotations()))).flat().map(widgetOf)
	const tagged = (await Promise.all(pages.map(async (page) => page.getStructTree()))).flatMap((tree) =>
		formTags(tagSchema.parse(tree)),
	)

	it('has a field named after each question, in the order of the sheets', () => {
		const labels = worksheets.flatMap((sheet) => copies(sheet, sheet.parts.flatMap(labelsOf)))
		const byId = new Map(widgets.map((widget) => [widget.id, widget.alternativeText]))
		expect(tagged.map((id) => byId.get(id))).toEqual(labels)
		expect(new Set(widgets.map(({ fieldName }) => fieldName)).size).toBe(labels.length)
	})

	it('tags its fields as form fields, in Tab order', async () => {
		expect(tagged).toEqual(widgets.map(({ id }) => id))
		const document = await PDFDocument.load(bytes, { updateMetadata: false })
		for (const { node } of document.getPages()) expect(node.get(PDFName.of('Tabs'))).toBe(PDFName.of('S'))
	})

	it('starts empty, saves what is typed, and embeds the font', async () => {
		expect(new Set(widgets.map(({ fieldValue }) => String(fieldValue ?? '')))).toEqual(new Set(['', 'Off']))
		const [first] = widgets
		pdf.annotationStorage.setValue(first?.id ?? '', { value: 'Zoë’s café, £47' })
		const filled = await getDocument({ data: await pdf.saveDocument(), verbosity: 0 }).promise
		const [kept] = (await (await filled.getPage(1)).getAnnotations()).map(widgetOf)
		expect(kept?.fieldValue).toBe('Zoë’s café, £47')
		const source = new TextDecoder('latin1').decode(
			await (await PDFDocument.load(bytes)).save({ useObjectStreams: false }),
		)
		expect(source).toMatch(/\/Subtype \/TrueType[^>]*\/BaseFont \/BricolageGrotesque-Regular/)
		expect(source).toContain('/FontFile2')
		expect(source).toMatch(/\/DA \(\/Body 1[0-9.]+ Tf/)
	})
})

it('the Word file has the same sheets as the form, in the same order', async () => {
	const parts = unpackArchive(entry('Startup-worksheets.docx'))
	const body = new TextDecoder().decode(parts.find(({ name }) => name === 'word/document.xml')?.bytes)
	const headings = [...body.matchAll(/<w:p>(?:(?!<\/w:p>).)*"Heading1".*?<\/w:p>/gs)].map(([paragraph]) =>
		paragraph.replace(/<[^>]+>/g, ''),
	)
	const pdf = await getDocument({ data: entry('Startup-worksheets.pdf'), verbosity: 0 }).promise
	const [document] = z
		.array(z.object({ items: z.array(z.object({ title: z.string() })) }))
		.parse(await pdf.getOutline())
	expect(headings).toEqual(document?.items.map(({ title }) => title))
	expect(headings).toHaveLength(worksheets.reduce((sum, { copies = 1 }) => sum + copies, 0))
})

describe('the landing page', () => {
	const html = new TextDecoder().decode(entry('landing-page.html'))

	it('has the headings and lists of the example in the guide', () => {
		const texts = ['h1', 'li'].flatMap((tag) =>
			[...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'g'))].map(([, text = '']) => text),
		)
		expect(texts.length).toBeGreaterThanOrEqual(5)
		expect(texts.filter((text) => !guide.includes(text))).toEqual([])
	})

	it('numbers the changes to make, and loads nothing from the network', () => {
		const steps = [...html.matchAll(/CHANGE (\d)/g)].map(([, number]) => Number(number))
		expect(steps).toEqual([1, 2, 3, 4, 5, 6, 7])
		expect(html).not.toMatch(/@import|url\(|document\.cookie|localStorage|sendBeacon/)
		const shown = html.replace(/<!--.*?-->/gs, '')
		expect(shown).not.toMatch(/<(link|img|iframe|object|embed)\b|<script[^>]+src/)
		expect(parse(shown).mode).toBe('no-quirks')
	})
})

it('the archive contains a note, the form, the Word file and the landing page, in this order', () => {
	expect(archive.map(({ name }) => name)).toEqual([
		'README.txt',
		'Startup-worksheets.pdf',
		'Startup-worksheets.docx',
		'landing-page.html',
	])
})

function entry(name: string): Uint8Array {
	const found = archive.find((candidate) => candidate.name === name)
	if (found === undefined) throw new Error(`The archive has no ${name}`)
	return found.bytes.slice()
}

const widgetSchema = z.object({
	id: z.string(),
	fieldName: z.string(),
	alternativeText: z.string().min(1),
	fieldValue: z.unknown(),
})

function widgetOf(annotation: unknown): z.infer<typeof widgetSchema> {
	return widgetSchema.parse(annotation)
}

interface Tag {
	role?: string | undefined
	type?: string | undefined
	id?: string | undefined
	children?: Tag[] | undefined
}
const tagSchema: z.ZodType<Tag> = z.lazy(() =>
	z.object({
		role: z.string().optional(),
		type: z.string().optional(),
		id: z.string().optional(),
		children: z.array(tagSchema).optional(),
	}),
)

/** The ids of the fields under form tags, in the order of the tags. */
function formTags({ role, children = [] }: Tag): string[] {
	if (role !== 'Form') return children.flatMap(formTags)
	return children.map(({ id = '' }) => id.replace(/^pdfjs_internal_id_/, ''))
}

function copies(sheet: Worksheet, labels: readonly string[]): string[] {
	return Array.from({ length: sheet.copies ?? 1 }, () => labels).flat()
}

function labelsOf(part: WorksheetPart): string[] {
	if (part.kind === 'answer' || part.kind === 'choice') return [part.question]
	if (part.kind === 'ticks') return part.items
	const { label, columns, rows, empty = 0 } = part
	if (rows !== undefined) {
		return rows.flatMap((row) => columns.slice(1).map((column) => `${row}: ${column}`))
	}
	return Array.from({ length: empty }, (_, index) =>
		columns.map((column) => `${label} ${index + 1}: ${column}`),
	).flat()
}
