import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../catalogue/index.ts'
import type { ProductPage } from '../catalogue/product-page.ts'
import type { Product } from '../src/shared/catalogue-schema.ts'
import { rooms } from '../src/shared/planner/choices.ts'
import { unpackArchive } from './archive.ts'
import { examplePlanner } from './budget-planner/planner-data.ts'
import { cvDocuments, exampleCvs } from './cv-secrets/documents/cv-documents.ts'
import { worksheet } from './cv-secrets/documents/worksheet.ts'
import { extractors } from './extractors.ts'
import { countWords, readPdfFacts } from './pdf.ts'
import { keptPlansSchema } from './planner/kept-random-plans.ts'
import { openWorkbook } from './planner/stored-values.ts'

const words = [
	'zero',
	'one',
	'two',
	'three',
	'four',
	'five',
	'six',
	'seven',
	'eight',
	'nine',
	'ten',
	'eleven',
]
const wordsPerMinute = 200
const released = catalogue.filter(({ comingSoon }) => !comingSoon)

describe.each(released)('the description of $shortTitle', (product) => {
	it('contains no notes on plans or open decisions', () => {
		expect(sayings(product)).not.toMatch(/^(Planned|To be decided):/m)
	})

	it('states the page counts of its files', () => {
		const counts = product.previewContent.files.map(({ pages }) => pages)
		const named = [...sayings(product).matchAll(/\b([\w]+)(?:-page| pages)\b/g)].map(([, word]) =>
			numberOf(word),
		)
		const known = named.filter((count) => count !== undefined)
		// The number of pages of a Word file depends on the program that opens it.
		const threePageWorksheet = product.slug === 'cv-secrets' ? [3] : []
		expect(known.filter((count) => ![...counts, ...threePageWorksheet].includes(count))).toEqual([])
	})

	it('names the same author as the documents', async () => {
		const { page }: { page: ProductPage } = await import(`../catalogue/${product.slug}/page.ts`)
		const { author } = page
		expect(author).toBe((await readPdfFacts(await mainPdf(product))).author)
	})

	it('names the formats of its files and no others', () => {
		const { files, format } = product.previewContent
		const formats = new Set(files.map((file) => file.format))
		expect(format.includes('PDF')).toBe(formats.has('PDF'))
		expect(format.includes('Word')).toBe(formats.has('DOCX'))
		expect(format.includes('XLSX')).toBe(formats.has('XLSX'))
		expect(format.includes('ZIP')).toBe(product.pdfFileName?.endsWith('.zip'))
	})

	it('states the reading time to within five minutes', async () => {
		const wordCount = await countWords(await mainPdf(product))
		expect(wordCount).toBeGreaterThan(500)
		// The planner is not read but set up. Its how-to says how long that takes.
		if (product.slug === 'budget-planner') {
			expect(product.readingTime).toBe('15 min set-up')
			return
		}
		expect(product.readingTime).toMatch(/^\d+ min read$/)
		const minutes = Number.parseInt(product.readingTime ?? '', 10)
		expect(Math.abs(minutes - wordCount / wordsPerMinute)).toBeLessThanOrEqual(5)
	})
})

describe('the description of the planner', () => {
	const planner = promised('budget-planner')

	it('matches the archive: spreadsheet, example, printable version and how-to', () => {
		expect(planner.previewContent.files.map(({ name }) => name)).toEqual([
			'How-to.pdf',
			'Budget-planner.xlsx',
			'Budget-planner-example.xlsx',
			'Budget-planner-printable.pdf',
		])
		expect(said(planner, /A ([\w]+)-page how-to/)).toEqual([pagesOf(planner, 'How-to.pdf')])
		expect(said(planner, /A ([\w]+)-page printable/)).toEqual([
			pagesOf(planner, 'Budget-planner-printable.pdf'),
		])
	})

	it('states the numbers of sheets, weeks, rows and charts', async () => {
		const bytes = await fileOf(planner, 'Budget-planner-example.xlsx')
		const workbook = await openWorkbook(bytes)
		const charts = unpackArchive(bytes).filter(({ name }) => /^xl\/charts\/chart\d+\.xml$/.test(name))
		expect(said(planner, /([\w]+) sheets, (\d+) weeks/)).toEqual([workbook.worksheets.length, rooms.weeks])
		expect(said(planner, /with ([\w]+) charts/)).toEqual([charts.length])
		expect(
			said(planner, /Room for (\d+) incomes, (\d+) fixed costs, (\d+) savings goals and ([\d,]+) payments/),
		).toEqual([rooms.income, rooms.costs, rooms.goals, rooms.spending])
		const kept = await readFile(new URL('budget-planner/random-plans.json', import.meta.url), 'utf8')
		const { digests } = keptPlansSchema.parse(JSON.parse(kept))
		expect(said(planner, /compared over ([\d,]+) made-up plans/)).toEqual([digests.length])
	})

	it('states the instalments and goals of the example', () => {
		const instalments = examplePlanner.income.filter(({ startsStretch }) => startsStretch)
		expect(said(planner, /with ([\w]+) instalments, a job and ([\w]+) goals/)).toEqual([
			instalments.length,
			examplePlanner.goals.length,
		])
		expect(said(planner, /turns ([\w]+) loan instalments/)).toEqual([instalments.length])
	})
})

describe('the description of CV Secrets', () => {
	const cv = promised('cv-secrets')

	it('matches the archive: guide, templates, filled CVs, letters and worksheet', () => {
		const names = cv.previewContent.files.map(({ name }) => name)
		const starting = (start: string) => names.filter((name) => name.startsWith(start)).length
		expect(names.filter((name) => name.endsWith('.docx'))).toEqual(
			cvDocuments.map(({ fileName }) => fileName),
		)
		expect(said(cv, /(\w+) CV templates in Word format/)).toEqual([starting('3-Template')])
		expect(said(cv, /(\w+) filled CVs in Word and PDF/)).toEqual([exampleCvs.length])
		expect(starting('4-Example')).toBe(2 * exampleCvs.length)
		expect(said(cv, /(\w+) filled cover letters and an empty one/)).toEqual([starting('6-Letter') - 1])
		expect(names).toEqual(
			expect.arrayContaining([
				'CV-guide.pdf',
				'1-One-hour-plan.docx',
				worksheet.fileName,
				'5-CV-before.docx',
				'5-CV-after.docx',
				'7-Speculative-email.docx',
				'8-LinkedIn-profile.docx',
				'9-Academic-CV-notes.docx',
			]),
		)
		expect(said(cv, /an (\d+)-page PDF/)).toEqual([18])
		expect(said(cv, /example CVs were read by (\w+) text extractors/)).toEqual([extractors.length])
	})

	it('states the number of checks in the guide', async () => {
		const source = await readFile(new URL('./cv-secrets/guide.typ', import.meta.url), 'utf8')
		expect(said(cv, /A list of (\w+) checks/)).toEqual([source.match(/^#tick\[/gm)?.length])
		const lines = source.match(/^#before-after\(/gm)?.length ?? 0
		// Four of the examples do not count as lines: a profile, a letter, a headline and a sentence from a writing tool.
		expect(said(cv, /with (\w+) lines shown before and after/)).toEqual([lines - 4])
	})

	it('states the number of questions in the worksheet', () => {
		const questions = worksheet.blocks.flatMap((block) =>
			block.kind === 'points' ? block.items.filter((item) => /^[A-Z][^.]*\?/.test(item)) : [],
		)
		expect(said(cv, /in Word format: (\w+) questions/)).toEqual([questions.length])
	})
})

it('the Student Guide states its 28 pages, and the Blueprint states the number of its worksheets', async () => {
	expect(said(promised('student-guide'), /One PDF of (\d+) pages/)).toEqual([28])
	const blueprint = promised('startup-blueprint')
	const { headings } = await readPdfFacts(await mainPdf(blueprint))
	const worksheets = headings.filter((heading) => /^Worksheet \d/.test(heading))
	expect(said(blueprint, /(\w+) worksheets:/)).toEqual([worksheets.length])
})

function promised(slug: string): Product {
	const product = catalogue.find((candidate) => candidate.slug === slug)
	if (product === undefined) throw new Error(`${slug} is not in the catalogue`)
	return product
}

function sayings({ description, previewContent }: Product): string {
	return [description, ...previewContent.whatYouGet, ...previewContent.features].join('\n')
}

/** Returns the numbers in a sentence of the product. Throws if the sentence is gone. */
function said(product: Product, sentence: RegExp): (number | undefined)[] {
	const [, ...numbers] = sentence.exec(sayings(product)) ?? []
	if (numbers.length === 0) throw new Error(`${product.slug} does not say ${sentence} any more`)
	return numbers.map(numberOf)
}

function numberOf(word: string | undefined): number | undefined {
	if (word === undefined) return undefined
	if (/^[\d,]+$/.test(word)) return Number(word.replace(',', ''))
	const place = words.indexOf(word.toLowerCase())
	return place === -1 ? undefined : place
}

function pagesOf({ previewContent }: Product, name: string): number | null | undefined {
	return previewContent.files.find((file) => file.name === name)?.pages
}

async function mainPdf(product: Product): Promise<Uint8Array> {
	const name = product.previewContent.files.find(({ format }) => format === 'PDF')?.name ?? ''
	return fileOf(product, name)
}

async function fileOf(product: Product, name: string): Promise<Uint8Array> {
	const stored = new Uint8Array(await readFile(new URL(`../goods/${product.pdfFileName}`, import.meta.url)))
	if (product.pdfFileName === name) return stored
	const entry = unpackArchive(stored).find((candidate) => candidate.name === name)
	if (entry === undefined) throw new Error(`${product.pdfFileName} does not hold ${name}`)
	return entry.bytes
}
