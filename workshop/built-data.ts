import { type AccessFact, accessFacts } from '../src/shared/catalogue-schema.ts'
import { type PdfFacts, readPdfFacts } from './pdf.ts'
import { readPdfStructure } from './pdf-structure.ts'
import { writeChanged } from './write-file.ts'

/** A delivered file, with the name that buyers see. */
export interface DeliveredFile {
	name: string
	bytes: Uint8Array
}

interface BuiltFiles {
	slug: string
	/** The name of the PDF whose chapters and pages the product page shows. */
	main: string
	delivered: readonly DeliveredFile[]
	/** The stored file that contains the delivered files. */
	stored: Uint8Array
	/** The files stored beside it. */
	further: readonly DeliveredFile[]
}

/** Writes `catalogue/<slug>/built.ts`: the facts about the files that the product page shows, read from the files. */
export async function writeBuiltData({ slug, main, delivered, stored, further }: BuiltFiles) {
	const facts = new Map<string, PdfFacts>()
	for (const file of [...delivered, ...further]) {
		if (formatOf(file.name) === 'PDF') facts.set(file.name, await readPdfFacts(file.bytes))
	}
	const mainFacts = facts.get(main)
	const mainFile = delivered.find(({ name }) => name === main)
	if (mainFacts === undefined || mainFile === undefined)
		throw new Error(`${slug}: ${main} is not one of its PDFs`)
	const lines = [
		"import type { Product } from '#shared/catalogue-schema.ts'",
		'',
		'/** Read from the built files by `npm run catalogue`; not edited by hand. */',
		'export const built: Pick<',
		"	Product['previewContent'],",
		"	'pageCount' | 'contents' | 'files' | 'furtherFiles' | 'access' | 'bytes'",
		'> = {',
		`	pageCount: ${mainFacts.pageCount},`,
		'	contents: [',
		...mainFacts.contents.map(({ title, page }) => `		{ title: ${quote(title)}, page: ${page} },`),
		'	],',
		...filesLines('files', delivered, facts),
		...filesLines('furtherFiles', further, facts),
		`	access: [${(await accessOf(mainFile.bytes)).map(quote).join(', ')}],`,
		`	bytes: ${withSeparators(stored.length)},`,
		'}',
		'',
	]
	await writeChanged(`catalogue/${slug}/built.ts`, lines.join('\n'))
}

/** Returns what screen readers find in a PDF. */
export async function accessOf(bytes: Uint8Array): Promise<AccessFact[]> {
	const { isMarked, headings, figuresWithoutText, hasMedia } = await readPdfStructure(bytes)
	const found = {
		tags: isMarked,
		headings: isMarked && headings.length > 0,
		descriptions: isMarked && figuresWithoutText === 0,
		still: !hasMedia,
	}
	return accessFacts.filter((fact) => found[fact])
}

/** Formats the list as the formatter would: a single file on one line. */
function filesLines(
	field: string,
	files: readonly DeliveredFile[],
	facts: ReadonlyMap<string, PdfFacts>,
): string[] {
	if (files.length === 0) return [`	${field}: [],`]
	const entries = files.map(({ name, bytes }) => {
		const pages = facts.get(name)?.pageCount ?? null
		return `{ name: ${quote(name)}, format: '${formatOf(name)}', bytes: ${withSeparators(bytes.length)}, pages: ${pages} }`
	})
	if (entries.length === 1) return [`	${field}: [${entries[0]}],`]
	return [`	${field}: [`, ...entries.map((entry) => `		${entry},`), '	],']
}

function formatOf(name: string): string {
	return name.slice(name.lastIndexOf('.') + 1).toUpperCase()
}

export function quote(text: string): string {
	return text.includes("'") ? JSON.stringify(text) : `'${text}'`
}

function withSeparators(value: number): string {
	return String(value).replace(/\B(?=(\d{3})+$)/g, '_')
}
