import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { cvSecrets } from '../../../catalogue/cv-secrets/product.ts'
import { unpackArchive } from '../../archive.ts'
import { type Extractor, extractors } from '../../extractors.ts'
import { sha256 } from '../../planner/recalculated.ts'
import { extractsSchema, readWith, sourcesSchema } from '../../printed-word.ts'
import { buildTwoColumnCv } from '../../two-column-cv.ts'
import { ada } from './ada.ts'
import { exampleCvs, printedCvs } from './cv-documents.ts'
import type { WordBlock, WordDocument } from './document.ts'
import { exampleAfter } from './example-after.ts'
import { exampleBefore } from './example-before.ts'

const delivered = unpackArchive(await readFile(new URL('../../../goods/CV.zip', import.meta.url)))
const sources = sourcesSchema.parse(JSON.parse(await readFile(here('../printed/sources.json'), 'utf8')))

const cases = exampleCvs.flatMap((cv) => extractors.map((extractor) => ({ cv, extractor })))

describe.each(cases)('$cv.title, read by $extractor.name', async ({ cv, extractor }) => {
	const text = plain(await extractor.extract(deliveredFile(nameFor(cv, extractor))))
	const lines = text.split('\n').map((line) => line.trim())

	it('gives all letters and digits of the text in order', () => {
		expect(lettersOf(text)).toBe(lettersOf(textOf(cv)))
	})

	it('gives the name first, then one phone number and one email address', () => {
		const [contact] = cv.blocks.filter((block) => block.kind === 'contact')
		expect(lines.find((line) => line !== '')).toBe(cv.title.replace('CV of ', ''))
		expect(text.match(/\b07\d{3} \d{6}\b/g)).toEqual([contact?.parts[1]])
		expect(text.match(/[\w.]+@[\w.]+\w/g)).toEqual([contact?.parts[2]])
	})

	it('keeps each job or course together with its organisation and dates, in order', () => {
		const roles = cv.blocks.filter((block) => block.kind === 'role')
		expect(roles.length).toBeGreaterThanOrEqual(4)
		const flat = flatOf(text)
		let end = 0
		for (const { title, organisation, dates } of roles) {
			const places = [title, organisation, dates].map((part) => {
				const at = flat.indexOf(flatOf(part), end)
				return { at, end: at + flatOf(part).length }
			})
			const start = Math.min(...places.map(({ at }) => at))
			expect(start, title).toBeGreaterThanOrEqual(end)
			end = Math.max(...places.map((place) => place.end))
			// Nothing but separators stands between title, organisation and dates.
			expect(end - start, title).toBeLessThanOrEqual(flatOf(title + organisation + dates).length + 12)
		}
		const ranges = flat.match(/\b[A-Z][a-z]{2,4} \d{4} - ([A-Z][a-z]{2,4} \d{4}|present)\b/g)
		expect(ranges).toEqual(roles.map(({ dates }) => flatOf(dates).replace(' (expected)', '')))
	})

	it('keeps the text of each skill together', () => {
		const skills = cv.blocks.filter((block) => block.kind === 'text' && /^\*\*\w[^*]*:\*\*/.test(block.text))
		const points = cv.blocks.flatMap((block) => (block.kind === 'points' ? block.items : []))
		const named = [
			...skills.map((skill) => wordsOf(skill)),
			...points.filter((item) => item.startsWith('**')),
		]
		expect(named.length).toBeGreaterThanOrEqual(3)
		for (const skill of named) expect(flatOf(text)).toContain(flatOf(skill))
	})
})

it('the delivered PDFs were made from the delivered Word files', () => {
	const { 'two-columns.pdf': _, ...printed } = sources
	const made = printedCvs.map(({ fileName }) => [pdfName(fileName), sha256(deliveredFile(fileName))])
	expect(printed).toEqual(Object.fromEntries(made))
})

it('the guide shows what the four programs really extract', async () => {
	const twoColumns = await buildTwoColumnCv(cvSecrets.edition?.date ?? '')
	const oneColumn = deliveredFile(exampleAfter.fileName)
	expect(sources['two-columns.pdf']).toBe(sha256(twoColumns))
	const twoColumnsPdf = new Uint8Array(await readFile(here('../printed/two-columns.pdf')))
	const stored = extractsSchema.parse(JSON.parse(await readFile(here('../extracts.json'), 'utf8')))
	expect(stored).toEqual({
		oneColumn: await readWith({ docx: oneColumn, pdf: deliveredFile(pdfName(exampleAfter.fileName)) }),
		twoColumns: await readWith({ docx: twoColumns, pdf: twoColumnsPdf }),
	})
	// As the guide says, both programs lose these details.
	for (const program of ['mammoth', 'word-extractor']) {
		expect(stored.twoColumns[program]?.join()).not.toMatch(/Okafor|07700|@/)
	}
	expect(stored.twoColumns['pdf.js']).toEqual(stored.twoColumns.PDFium)
})

it('Ada’s two CVs contain the same facts', () => {
	const { job, degree, foundation, school, project } = ada
	const facts = [
		ada.name,
		ada.phone,
		job.title,
		job.employer,
		degree.title,
		degree.university,
		foundation.title,
		`${school.title}`,
		school.year,
		`${project.module} ${project.mark}`,
		'Statistics 68',
		'12 hours a week',
		'Mathematics A1, English B2',
		...degree.years,
		...foundation.years,
		...ada.tools,
		...ada.languages,
	]
	for (const cv of [exampleBefore, exampleAfter]) {
		const text = textOf(cv)
		for (const fact of facts) expect(text, cv.fileName).toContain(fact)
	}
	// Each CV writes the start of the first job in its own way.
	expect(textOf(exampleBefore)).toContain('since 10/2025')
	expect(textOf(exampleAfter)).toContain('Oct 2025 – present')
})

function here(path: string): URL {
	return new URL(path, import.meta.url)
}

function deliveredFile(name: string): Uint8Array {
	const file = delivered.find((entry) => entry.name === name)
	if (file === undefined) throw new Error(`CV.zip does not hold ${name}`)
	return file.bytes
}

function nameFor({ fileName }: WordDocument, { reads }: Extractor): string {
	return reads === 'docx' ? fileName : pdfName(fileName)
}

function pdfName(wordName: string): string {
	return wordName.replace(/\.docx$/, '.pdf')
}

function textOf({ blocks, design }: WordDocument): string {
	return blocks.map((block) => wordsOf(block, design)).join('\n')
}

function wordsOf(block: WordBlock, design?: WordDocument['design']): string {
	switch (block.kind) {
		case 'contact':
			return block.parts.join(' ')
		case 'role': {
			const { title, organisation, dates, titleFirst } = block
			if (design !== 'classic') return [title, organisation, dates].join(' ')
			return (titleFirst === true ? [title, dates, organisation] : [organisation, dates, title]).join(' ')
		}
		case 'points':
			return block.items.join('\n').replaceAll('**', '')
		case 'grid':
			return [...block.header, ...block.rows.flat()].join('\n')
		default:
			return block.text.replaceAll('**', '')
	}
}

/** Some programs turn typographic quotes and dashes into plain ones. */
function plain(text: string): string {
	return text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replaceAll('–', '-')
}

function flatOf(text: string): string {
	return plain(text).replaceAll('**', '').replace(/\s+/g, ' ')
}

function lettersOf(text: string): string {
	return text.normalize('NFKC').replace(/[^\p{L}\d£%@+]/gu, '')
}
