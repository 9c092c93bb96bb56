import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../catalogue/index.ts'
import { unpackArchive } from './archive.ts'
import { accessOf } from './built-data.ts'
import { printedCvs } from './cv-secrets/documents/cv-documents.ts'
import { readPdfFacts } from './pdf.ts'
import { readMeName } from './read-me.ts'

const goods = new URL('../goods/', import.meta.url)
const released = catalogue.filter((product) => !product.comingSoon)

describe.each(released)('the further files of $shortTitle', ({ previewContent }) => {
	it('have the sizes and page counts that the product page shows', async () => {
		expect(previewContent.furtherFiles.map(({ format }) => format)).toEqual(
			expect.arrayContaining(['PDF', 'JSON', 'EPUB']),
		)
		for (const { name, bytes, pages } of previewContent.furtherFiles) {
			const stored = await storedFile(name)
			expect([name, stored.length]).toEqual([name, bytes])
			if (name.endsWith('.pdf')) expect((await readPdfFacts(stored)).pageCount).toBe(pages)
		}
	})
})

describe.each(released)('the stored file of $shortTitle', ({ title, pdfFileName, previewContent }) => {
	it('contains the files that the product page lists, with the same sizes and page counts', async () => {
		const delivered = deliveredFiles(pdfFileName, await storedFile(pdfFileName))
		const found = []
		for (const { name, bytes } of delivered) {
			const pages = name.endsWith('.pdf') ? (await readPdfFacts(bytes)).pageCount : null
			found.push({ name, format: name.split('.').pop()?.toUpperCase(), bytes: bytes.length, pages })
		}
		expect(found).toEqual(previewContent.files)
	})

	it('has the contents and page count that the product page shows', async () => {
		const main = deliveredFiles(pdfFileName, await storedFile(pdfFileName)).filter(({ name }) =>
			name.endsWith('.pdf'),
		)
		const facts = await Promise.all(main.map(({ bytes }) => readPdfFacts(bytes)))
		expect(facts).toContainEqual(
			expect.objectContaining({ pageCount: previewContent.pageCount, contents: previewContent.contents }),
		)
	})

	it('has for screen readers what the product page says', async () => {
		const pdfs = deliveredFiles(pdfFileName, await storedFile(pdfFileName)).filter(({ name }) =>
			name.endsWith('.pdf'),
		)
		for (const { name, bytes } of pdfs)
			expect([name, await accessOf(bytes)]).toEqual([name, previewContent.access])
	})

	it('contains only tagged PDFs in British English with the right title', async () => {
		const pdfs = deliveredFiles(pdfFileName, await storedFile(pdfFileName)).filter(({ name }) =>
			name.endsWith('.pdf'),
		)
		for (const { name, bytes } of pdfs) {
			const facts = await readPdfFacts(bytes)
			expect(facts).toMatchObject({ isTagged: true, language: 'en-GB' })
			// A printed CV has the title of its Word document.
			const cv = printedCvs.find(({ fileName }) => fileName === name.replace(/pdf$/, 'docx'))
			if (cv !== undefined) expect(facts.title).toBe(cv.title)
			else expect(facts.title.startsWith(title), facts.title).toBe(true)
			expect(facts.contents.length).toBeGreaterThan(1)
		}
	})
})

async function storedFile(fileName: string | null): Promise<Uint8Array> {
	if (fileName === null) throw new Error('a released product has a file')
	return new Uint8Array(await readFile(new URL(fileName, goods)))
}

/** Returns the stored file, or the files in the archive. */
function deliveredFiles(fileName: string | null, bytes: Uint8Array): { name: string; bytes: Uint8Array }[] {
	// The page lists the goods, not the note that comes with them.
	if (fileName?.endsWith('.zip') === true)
		return unpackArchive(bytes).filter(({ name }) => name !== readMeName)
	return [{ name: fileName ?? '', bytes }]
}
