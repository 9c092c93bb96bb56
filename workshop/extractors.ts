import { PDFiumLibrary } from '@hyzyla/pdfium'
import mammoth from 'mammoth'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import WordExtractor from 'word-extractor'

/** A program that takes the text out of a file, as the systems that receive applications do before anything else. */
export interface Extractor {
	name: string
	reads: 'docx' | 'pdf'
	/** Returns the text in the program's own order, with its own line breaks. */
	extract: (bytes: Uint8Array) => Promise<string>
}

/** Four programs that share no code: two read Word files, two read PDFs. pdf.js is the one in Firefox, PDFium the one in Chrome. */
export const extractors: readonly Extractor[] = [
	{
		name: 'mammoth',
		reads: 'docx',
		extract: async (bytes) => (await mammoth.extractRawText({ buffer: Buffer.from(bytes) })).value,
	},
	{
		name: 'word-extractor',
		reads: 'docx',
		extract: async (bytes) => (await new WordExtractor().extract(Buffer.from(bytes))).getBody(),
	},
	{ name: 'pdf.js', reads: 'pdf', extract: extractWithPdfJs },
	{ name: 'PDFium', reads: 'pdf', extract: extractWithPdfium },
]

async function extractWithPdfJs(bytes: Uint8Array): Promise<string> {
	const opening = getDocument({ data: bytes.slice(), useSystemFonts: false, verbosity: 0 })
	const pdf = await opening.promise
	let text = ''
	for (let number = 1; number <= pdf.numPages; number += 1) {
		const { items } = await (await pdf.getPage(number)).getTextContent()
		for (const item of items) if ('str' in item) text += `${item.str}${item.hasEOL ? '\n' : ''}`
		text += '\n'
	}
	await opening.destroy()
	return text
}

async function extractWithPdfium(bytes: Uint8Array): Promise<string> {
	const library = await PDFiumLibrary.init()
	const pdf = await library.loadDocument(bytes)
	const text = [...pdf.pages()].map((page) => page.getText()).join('\n')
	pdf.destroy()
	library.destroy()
	return text
}
