import { expect, it } from 'vitest'
import { catalogue } from '#catalogue/index.ts'
import { includedFiles } from './included-files.ts'

function included(slug: string): string[] {
	const product = catalogue.find((candidate) => candidate.slug === slug)
	if (product === undefined) throw new Error(`${slug} is not in the catalogue`)
	return includedFiles(product.previewContent)
}

it('lists a download’s files by format, with the pages of its PDFs and its size', () => {
	expect(included('cv-secrets')).toEqual([
		'9 PDFs, 27 pages',
		'19 Word files',
		expect.stringMatching(/^In one ZIP, \d+ kB$/),
	])
	expect(included('budget-planner').slice(0, 2)).toEqual(['2 PDFs, 6 pages', '2 spreadsheets'])
})

it('states the size of a single file, and nothing about a product that is coming soon', () => {
	expect(included('student-guide')).toEqual([
		'1 PDF, 28 pages',
		expect.stringMatching(/^\d+ kB to download$/),
	])
	expect(included('study-techniques')).toEqual([])
})
