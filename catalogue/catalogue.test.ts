import { stat } from 'node:fs/promises'
import { describe, expect, it, test } from 'vitest'
import { catalogueSchema } from '#shared/catalogue-schema.ts'
import { fileMap } from './file-map.ts'
import { catalogue } from './index.ts'
import type { ProductPage } from './product-page.ts'

const released = catalogue.filter((product) => !product.comingSoon)

describe('the catalogue', () => {
	it('names the file to open first in each paid download', async () => {
		for (const { slug, isFree, previewContent } of released) {
			const { page }: { page: ProductPage } = await import(`./${slug}/page.ts`)
			const { openFirst } = page
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

test.each(released)(
	'the stored files of $shortTitle have the sizes that the product page shows',
	async ({ pdfFileName, previewContent }) => {
		const shown = [{ name: pdfFileName, bytes: previewContent.bytes }, ...previewContent.furtherFiles]
		for (const { name, bytes } of shown) {
			const { size } = await stat(new URL(`../goods/${name}`, import.meta.url))
			expect([name, size]).toEqual([name, bytes])
		}
	},
)
