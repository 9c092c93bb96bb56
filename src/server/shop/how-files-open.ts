import type { Product } from '#shared/catalogue-schema.ts'

const programs: ReadonlyMap<string, string> = new Map([
	['PDF', 'PDF files in a PDF reader'],
	['EPUB', 'e-books (EPUB) in an e-book app'],
	['DOCX', 'Word files in Word, LibreOffice or Google Docs'],
	['XLSX', 'spreadsheets in Excel, LibreOffice or Google Sheets'],
])
const forPhones: ReadonlyMap<string, string> = new Map([
	['EPUB', 'an e-book (EPUB)'],
	['JSON', 'a page to read online'],
	['PDF', 'a PDF'],
])

/** Says what the files of some guides are and what opens them. Consumer law calls it function and compatibility. */
export function howFilesOpen(products: readonly Pick<Product, 'pdfFileName' | 'previewContent'>[]): string {
	const contents = products.map(({ previewContent }) => previewContent)
	const formats = namesIn(contents.flatMap(({ files }) => files.map(({ format }) => format)))
	if (formats.length === 0) return ''
	const opening = formats.map((format) => programs.get(format) ?? `${format} files in programs for them`)
	const forPhone = contents
		.flatMap(({ furtherFiles }) => furtherFiles)
		.filter(({ name, format }) => format !== 'PDF' || name.endsWith('-phone.pdf'))
	const phone = namesIn(forPhone.flatMap(({ format }) => forPhones.get(format) ?? []))
	return [
		`You need no app of ours, and there’s no copy protection: you open ${listed(opening)}.`,
		...(products.some(({ pdfFileName }) => pdfFileName?.endsWith('.zip'))
			? ['A download that ends in .zip is one packed file, which phones and computers can unpack.']
			: []),
		...(phone.length === 0 ? [] : [`For phones there is also ${listed(phone)}.`]),
	].join(' ')
}

/** Returns the names, each once, in alphabetical order. */
function namesIn(names: readonly string[]): string[] {
	return [...new Set(names)].sort()
}

function listed(parts: readonly string[]): string {
	return new Intl.ListFormat('en-GB').format(parts)
}
