import { type PdfFacts, readPdfFacts } from './pdf.ts'
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
	if (mainFacts === undefined) throw new Error(`${slug}: ${main} is not one of its PDFs`)
	const lines = [
		"import type { Product } from '#shared/catalogue-schema.ts'",
		'',
		'/** Read from the built files by `npm run catalogue`; not edited by hand. */',
		'export const built: Pick<',
		"	Product['previewContent'],",
		"	'pageCount' | 'contents' | 'files' | 'furtherFiles' | 'bytes'",
		'> = {',
		`	pageCount: ${mainFacts.pageCount},`,
		'	contents: [',
		...mainFacts.contents.map(({ title, page }) => `		{ title: ${quote(title)}, page: ${page} },`),
		'	],',
		...filesLines('files', delivered, facts),
		...filesLines('furtherFiles', further, facts),
		`	bytes: ${withSeparators(stored.length)},`,
		'}',
		'',
	]
	await writeChanged(`catalogue/${slug}/built.ts`, lines.join('\n'))
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
