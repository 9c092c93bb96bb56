import { firstEdition } from '#server/shop/decisions.ts'
import type { Category } from '#shared/catalogue-schema.ts'
import type { ProductDocument } from '#shared/content/documents.ts'
import { counted } from '#shared/wording.ts'
import { oneLine, suggestChapter } from './free-chapter.ts'
import type { InspectedFile } from './inspected-file.ts'
import type { PagePicture } from './store-pages.ts'

interface Guide {
	id: string
	slug: string
	/** The name of its file in the store. */
	fileName: string
	bytes: number
	category: Category
	pages: readonly PagePicture[]
	/** The ISO date of today. */
	today: string
	seller: string
}

const wordsAMinute = 230

/** Makes a product from what its file says. All but its price is there, so that its page can be looked at and written. */
export function makeProduct(file: InspectedFile, guide: Guide): ProductDocument {
	const title = titleOf(file)
	const { format, pageCount, sections, words } = file
	const contents = contentsOf(sections)
	const isAlone = format !== 'ZIP'
	const source = isAlone ? guide.fileName : file.mainFile
	const chapter = suggestChapter({ sections, mainFile: source })
	const description = descriptionOf(file, contents)
	const minutes = Math.max(1, Math.round(words / wordsAMinute / 5) * 5)
	return {
		id: guide.id,
		slug: guide.slug,
		title,
		shortTitle: oneLine(title, 40),
		description,
		pricePence: null,
		currency: 'GBP',
		isFree: false,
		category: guide.category,
		downloadCount: null,
		readingTime: words < wordsAMinute ? null : `${words < 5 * wordsAMinute ? 5 : minutes} min read`,
		pdfFileName: guide.fileName,
		stripeProductId: null,
		taxCode: null,
		comingSoon: false,
		edition: { date: guide.today, ...firstEdition },
		rating: null,
		previewContent: {
			whatYouGet: whatIsIn(file),
			features: featuresOf(file, contents),
			pageCount,
			format: formats[format],
			contents,
			files: file.files.slice(0, 500).map((one) => (isAlone ? { ...one, name: guide.fileName } : one)),
			furtherFiles: [],
			...(file.access.length === 0 ? {} : { access: file.access }),
			bytes: guide.bytes,
		},
		gallery: guide.pages.map((picture) => ({ ...picture, source })),
		openGraph: { sheets: [], alt: oneLine(`${title}: the title of the guide.`, 300) },
		page: {
			title: oneLine(title, 70),
			description: oneLine(description, 160),
			author: oneLine(file.author ?? '', 80) || guide.seller,
			...(chapter === undefined ? {} : { chapter }),
			notes: {
				inside: pageCount === null ? 'From the file itself.' : 'Real pages, as they are in the file.',
				get: 'Yours to keep, with every new edition.',
			},
			questions: [],
			related: [],
		},
	}
}

const formats = {
	PDF: 'PDF, to read and print',
	EPUB: 'EPUB, for phones and e-readers',
	DOCX: 'Word file',
	XLSX: 'XLSX spreadsheet',
	ZIP: 'Files in a ZIP',
} as const satisfies Record<InspectedFile['format'], string>

const kinds = { PDF: 'PDF', EPUB: 'e-book', DOCX: 'Word file', XLSX: 'spreadsheet', ZIP: 'ZIP' } as const

/** Returns the title that a file gives itself, or its name in words. */
export function titleOf({ title, mainFile }: Pick<InspectedFile, 'title' | 'mainFile'>): string {
	const named = mainFile.replace(/\.\w+$/, '').replaceAll(/[-_.\s]+/g, ' ')
	return oneLine(title ?? '', 80) || oneLine(named, 80) || 'A new guide'
}

type Contents = ProductDocument['previewContent']['contents']

function contentsOf(sections: InspectedFile['sections']): Contents {
	const titles = new Set<string>()
	return sections.flatMap(({ title: whole, page }) => {
		const title = oneLine(whole, 160)
		if (title === '' || titles.has(title)) return []
		titles.add(title)
		return [{ title, page }]
	})
}

function descriptionOf(file: InspectedFile, contents: Contents): string {
	const subject = oneLine(file.subject ?? '', 400)
	if (subject !== '') return subject
	const [first, second, third] = contents
	const named = [first, second, third].flatMap((entry) => (entry === undefined ? [] : [`“${entry.title}”`]))
	const list = new Intl.ListFormat('en-GB').format([
		...named,
		...(contents.length > 3 ? [counted(contents.length - 3, 'more chapter')] : []),
	])
	return oneLine(`${lengthOf(file)}${list === '' ? '' : `, with ${list}`}.`, 400)
}

function lengthOf({ format, pageCount, files, sheets }: InspectedFile): string {
	if (format === 'ZIP') return `${counted(files.length, 'file')} in a ZIP`
	if (sheets.length > 0) return `A spreadsheet with ${counted(sheets.length, 'sheet')}`
	const kind = kinds[format]
	if (pageCount !== null)
		return `${/^(?:8|11$|18$)/.test(String(pageCount)) ? 'An' : 'A'} ${pageCount}-page ${kind}`
	return format === 'EPUB' ? `An ${kind}` : `A ${kind}`
}

function whatIsIn(file: InspectedFile): string[] {
	if (file.format !== 'ZIP') return [oneLine(lengthOf(file), 240)]
	const named = file.files.map(({ name, pages }) =>
		oneLine(pages === null ? name : `${name}, ${counted(pages, 'page')}`, 240),
	)
	return named.length <= 20
		? named
		: [...named.slice(0, 19), `And ${counted(named.length - 19, 'more file')}`]
}

function featuresOf({ sheets, words }: InspectedFile, contents: Contents): string[] {
	const chapters = contents.slice(0, 8).map(({ title }) => title)
	const listed = chapters.length > 0 ? chapters : sheets.slice(0, 8).map((sheet) => oneLine(sheet, 240))
	const usable = listed.filter((item) => item !== '')
	if (usable.length > 0) return usable
	return [words > 0 ? counted(words, 'word') : 'Ordinary files, which every computer opens']
}
