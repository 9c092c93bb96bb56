import { type PdfFacts, readPdfFacts } from './pdf.ts'
import { writeChanged } from './write-file.ts'

/** A delivered file, with the name that buyers see. */
export interface DeliveredFile {
	name: string
	bytes: Uint8Array
}

/** Writes `catalogue/<slug>/built.ts`: the facts about the files that the product page shows, read from the files. */
export async function writeBuiltData(
	slug: string,
	main: string,
	delivered: readonly DeliveredFile[],
	stored: Uint8Array,
) {
	const facts = new Map<string, PdfFacts>()
	for (const file of delivered) {
		if (formatOf(file.name) === 'PDF') facts.set(file.name, await readPdfFacts(file.bytes))
	}
	const mainFacts = facts.get(main)
	if (mainFacts === undefined) throw new Error(`${slug}: ${main} is not one of its PDFs`)
	const lines = [
		"import type { Product } from '#shared/catalogue-schema.ts'",
		'',
		'/** Read from the built files by `npm run catalogue`; not edited by hand. */',
		"export const built: Pick<Product['previewContent'], 'pageCount' | 'contents' | 'files' | 'bytes'> = {",
		`	pageCount: ${mainFacts.pageCount},`,
		'	contents: [',
		...mainFacts.contents.map(({ title, page }) => `		{ title: ${quote(title)}, page: ${page} },`),
		'	],',
		...filesLines(delivered, facts),
		`	bytes: ${withSeparators(stored.length)},`,
		'}',
		'',
	]
	await writeChanged(`catalogue/${slug}/built.ts`, lines.join('\n'))
}

/** Formats the list as the formatter would: a single file on one line. */
function filesLines(delivered: readonly DeliveredFile[], facts: ReadonlyMap<string, PdfFacts>): string[] {
	const entries = delivered.map(({ name, bytes }) => {
		const pages = facts.get(name)?.pageCount ?? null
		return `{ name: ${quote(name)}, format: '${formatOf(name)}', bytes: ${withSeparators(bytes.length)}, pages: ${pages} }`
	})
	if (entries.length === 1) return [`	files: [${entries[0]}],`]
	return ['	files: [', ...entries.map((entry) => `		${entry},`), '	],']
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
