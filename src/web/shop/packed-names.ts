/** A file inside a ZIP, as the Storage API lists it. */
export interface PackedFile {
	/** Its path in the ZIP. */
	name: string
	/** In bytes. */
	size: number
}

/** A document in a ZIP, in each of its formats. */
export interface PackedDocument {
	/** Such as “1 One hour plan”. */
	title: string
	/** What it is for. */
	purpose: string
	isFirst: boolean
	formats: readonly (PackedFile & { format: string })[]
}

const formats: Readonly<Record<string, string>> = {
	pdf: 'PDF',
	doc: 'Word',
	docx: 'Word',
	xls: 'Spreadsheet',
	xlsx: 'Spreadsheet',
	pptx: 'Slides',
	epub: 'E-book',
	html: 'Web page',
	txt: 'Text',
}

/** What a document is for, by its name; the first that matches. Guides of all owners use these words. */
const purposesByName: readonly (readonly [RegExp, string])[] = [
	[/read.?me|licen[cs]e/i, 'What is in the download, and what you may do with it'],
	[/example|sample/i, 'Filled in, to see how it’s done'],
	[/\b(?:before|after)\b/i, 'To compare, before and after'],
	[/print/i, 'To print and fill in with a pen'],
	[/template|letter|e-?mail/i, 'To copy and put into your own words'],
	[/worksheets?|log\b|checklist/i, 'To fill in'],
]
const purposesByFormat: Readonly<Record<string, string>> = {
	PDF: 'To read or print',
	Word: 'To fill in and change',
	Spreadsheet: 'To fill in; it does the sums',
	'E-book': 'To read in a reading app',
	'Web page': 'A page to make your own, in any text editor',
}

/**
 * Puts the formats of one document together, in the order of the ZIP: first what the guide says to open first, last the note about the
 * download. What each is for is what the owner has written, or a guess.
 */
export function documentsIn(
	files: readonly PackedFile[],
	first: { file: string; why: string } | undefined,
	written: readonly { name: string; purpose?: string }[] = [],
): PackedDocument[] {
	const byTitle = new Map<string, PackedFile[]>()
	for (const file of files) {
		const title = file.name.replace(/\.[^./]*$/, '')
		byTitle.set(title, [...(byTitle.get(title) ?? []), file])
	}
	const documents = Array.from(byTitle.values(), (all) => {
		const named = all.map((file) => ({ ...file, format: formatOf(file.name) }))
		const title = titleOf(all[0]?.name ?? '')
		const isFirst = all.some(({ name }) => name === first?.file)
		const own = written.find(({ name, purpose }) => purpose && all.some((file) => file.name === name))
		return {
			title,
			isFirst,
			purpose: isFirst && first ? first.why : (own?.purpose ?? purposeOf(title, named)),
			formats: named,
		}
	})
	const place = ({ isFirst, title }: PackedDocument) => (isFirst ? 0 : title === 'Read me' ? 2 : 1)
	return documents.toSorted((a, b) => place(a) - place(b))
}

function formatOf(name: string): string {
	const ending = /\.([^./]{1,8})$/.exec(name)?.[1] ?? ''
	return formats[ending.toLowerCase()] ?? (ending === '' ? 'File' : ending.toUpperCase())
}

/** Returns “1 One hour plan” for `1-One-hour-plan.docx`, and “Letters / Placement” if it is in a folder. */
function titleOf(path: string): string {
	const plain = path
		.replace(/\.[^./]*$/, '')
		.replaceAll(/[-_]+/g, ' ')
		.replaceAll('/', ' / ')
		.trim()
	return /^read ?me$/i.test(plain) ? 'Read me' : plain
}

function purposeOf(title: string, named: PackedDocument['formats']): string {
	const [, byName] = purposesByName.find(([words]) => words.test(title)) ?? []
	const [byFormat] = named.flatMap(({ format }) => purposesByFormat[format] ?? [])
	return byName ?? byFormat ?? 'To open in its own app'
}
