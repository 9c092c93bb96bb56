import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { catalogueSchema } from '#shared/catalogue-schema.ts'
import { unpackArchive } from '../scripts/catalogue/archive.ts'
import { readPdfFacts } from '../scripts/catalogue/pdf.ts'
import { readMeName } from '../scripts/catalogue/read-me.ts'
import { printedCvs } from './cv-secrets/documents/cv-documents.ts'
import { fileMap } from './file-map.ts'
import { catalogue } from './index.ts'
import type { ProductPage } from './product-page.ts'

const goods = new URL('../goods/', import.meta.url)
const released = catalogue.filter((product) => !product.comingSoon)

describe('the catalogue', () => {
	it('names the file to open first in each paid download', async () => {
		const pages = import.meta.glob<ProductPage>('./*/page.ts', { import: 'page' })
		for (const { slug, isFree, previewContent } of released) {
			const { openFirst } = (await pages[`./${slug}/page.ts`]?.()) ?? {}
			if (!isFree) expect(previewContent.files.map(({ name }) => name)).toContain(openFirst?.file)
		}
	})

	it('matches the schema', () => {
		expect(catalogueSchema.parse(catalogue)).toEqual(catalogue)
	})

	it('rejects inconsistent products', () => {
		const changed = (change: object, id: string) =>
			catalogue.map((product) => (product.id === id ? { ...product, ...change } : product))
		expect(catalogueSchema.safeParse(changed({}, '1')).success).toBe(true)
		expect(catalogueSchema.safeParse(changed({ pdfFileName: null }, '1')).success).toBe(false)
		expect(catalogueSchema.safeParse(changed({ pricePence: 100 }, '1')).success).toBe(false)
		expect(catalogueSchema.safeParse(changed({ pricePence: null }, '2')).success).toBe(false)
		expect(catalogueSchema.safeParse(changed({ pricePence: 14.99 }, '2')).success).toBe(false)
		expect(catalogueSchema.safeParse(changed({ pdfFileName: 'northeast.zip' }, '4')).success).toBe(false)
		expect(catalogueSchema.safeParse(changed({ comingSoon: true }, '1')).success).toBe(false)
	})

	it('has the titles, prices, categories, counts and ratings of the specification', () => {
		const specified = catalogue.slice(0, 7)
		expect(
			specified.map((product) => [
				product.id,
				product.title,
				product.isFree ? 'free' : product.pricePence,
				product.category,
				product.downloadCount,
				product.rating && [product.rating.value, product.rating.count],
			]),
		).toEqual([
			['1', 'Student Guide', 'free', 'Career', 53, [4.9, 48]],
			['2', 'CV Secrets No One Tells You', 1499, 'Career', 129, [4.8, 120]],
			['3', 'Student Budget Planner', 599, 'Finance', 89, [4.7, 86]],
			['4', 'How to Make Money in the North East', null, 'Money', null, null],
			['5', 'Study Techniques That Actually Work', null, 'Academic', null, null],
			['6', 'Be the 1% to Get an Interview (Bundle)', null, 'Career', null, null],
			['7', 'The Startup Blueprint: From Idea to Landing Page', 'free', 'Business', 89, [4.9, 85]],
		])
	})

	it('states 28 pages for the Student Guide and 18 for the CV guide', () => {
		expect(released.map(({ slug, previewContent }) => [slug, previewContent.pageCount]).slice(0, 2)).toEqual([
			['student-guide', 28],
			['cv-secrets', 18],
		])
	})

	it('offers no file for a product that is coming soon', () => {
		for (const product of catalogue.filter(({ comingSoon }) => comingSoon)) {
			expect(product).toMatchObject({ pdfFileName: null, edition: null })
			expect(product.previewContent).toMatchObject({
				pageCount: null,
				contents: [],
				files: [],
				furtherFiles: [],
				bytes: null,
			})
		}
	})

	it('maps each released product to a file of its own', () => {
		for (const product of released) {
			const mapped = fileMap.find(({ catalogueId }) => catalogueId === product.id)
			expect(mapped?.fileName).toBe(product.pdfFileName)
		}
		expect(new Set(fileMap.map(({ fileName }) => fileName)).size).toBe(fileMap.length)
	})
})

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
	it('has the size that the product page shows', async () => {
		expect((await storedFile(pdfFileName)).length).toBe(previewContent.bytes)
	})

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
