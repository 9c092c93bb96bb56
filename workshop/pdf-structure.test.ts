import { readFile } from 'node:fs/promises'
import { PDFDocument } from '@cantoo/pdf-lib'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../catalogue/index.ts'
import { unpackArchive } from './archive.ts'
import { readDesignTokens } from './design-tokens.ts'
import { readPdfFacts } from './pdf.ts'
import { type Entry, readPdfStructure } from './pdf-structure.ts'
import { findFaults } from './pdf-ua.ts'

interface DeliveredPdf {
	name: string
	bytes: Uint8Array
}

const pdfs: DeliveredPdf[] = []
for (const { pdfFileName, previewContent } of catalogue)
	for (const name of [pdfFileName, ...previewContent.furtherFiles.map((file) => file.name)])
		pdfs.push(...(await pdfsOf(name)))

describe.each(pdfs)('$name', async ({ bytes }) => {
	const structure = await readPdfStructure(bytes)
	const { title, language } = await readPdfFacts(bytes)

	it('claims PDF/UA, is tagged, and states its title and language', () => {
		expect(structure).toMatchObject({ isMarked: true, accessibilityPart: '1', showsTitle: true })
		expect(structure.metadataTitle).toBe(title)
		expect(title).not.toBe('')
		expect(language).toBe('en-GB')
	})

	it('passes the machine checks of the Matterhorn Protocol', async () => {
		expect(findFaults(await PDFDocument.load(bytes, { updateMetadata: false }))).toEqual([])
		expect(structure.paintingFaults).toEqual([])
	})

	it('has a bookmark for each heading after the contents page, in order', () => {
		const headings = afterContents(structure.headings)
		expect(headings.length).toBeGreaterThan(1)
		expect(structure.bookmarks.map(plainQuotes)).toEqual(headings.map(plainQuotes))
	})

	it('starts with a first-level heading and skips no level', () => {
		const levels = structure.headings.map(({ level }) => level)
		expect(levels[0]).toBe(1)
		expect(levels.filter((level, index) => level > (levels[index - 1] ?? 1) + 1)).toEqual([])
	})

	it('has no untagged text and no picture without alternative text', () => {
		expect(structure.pages.flatMap(({ untagged }) => untagged)).toEqual([])
		expect(structure.figuresWithoutText).toBe(0)
	})

	it('is tagged in the order in which it is painted', () => {
		const wrong = structure.pages.flatMap(({ order }, index) =>
			order.every((piece, at) => at === 0 || piece > (order[at - 1] ?? 0)) ? [] : [`page ${index + 1}`],
		)
		expect(wrong).toEqual([])
		expect(structure.pages.every(({ order }) => order.length > 0)).toBe(true)
	})

	it('reads from top to bottom: each paragraph is below or beside the one before', () => {
		const wrong = structure.pages.flatMap(({ blocks }, index) =>
			blocks
				.filter((block, at) => {
					const before = blocks[at - 1]
					return before !== undefined && block.baseline > before.baseline + 1 && block.left < before.left + 60
				})
				.filter((block) => !followsNote(block, blocks))
				.map(({ text }) => `page ${index + 1}: ${text.slice(0, 40)}`),
		)
		expect(wrong).toEqual([])
	})

	it('the first cell of each table row is a header, unless it is empty', () => {
		expect(structure.rows.filter(({ first, text }) => first !== 'TH' && text !== '')).toEqual([])
	})

	it('the Tab key follows the tags, and every link is tagged', () => {
		expect(structure.pages.every(({ tabsFollowTags }) => tabsFollowTags)).toBe(true)
		expect(structure.looseLinks).toBe(0)
	})

	it('embeds its fonts with their Unicode mappings', () => {
		expect(structure.fonts.length).toBeGreaterThan(0)
		expect(structure.fonts.filter(({ isEmbedded, hasUnicode }) => !isEmbedded || !hasUnicode)).toEqual([])
	})

	it('uses only the design’s colours for text', () => {
		const { colours, covers } = readDesignTokens()
		const { ink, soft, green, paper } = colours
		const allowed = [ink, soft, green, paper, ...Object.values(covers), '#FFFFFF']
		const names = allowed.map((colour) => colour?.toLowerCase())
		expect(structure.textColours.filter((colour) => !names.includes(colour))).toEqual([])
		expect(structure.textColours).toContain(ink?.toLowerCase())
	})
})

it('every delivered PDF is tested here', () => {
	const listed = catalogue.flatMap(({ previewContent }) => [
		...previewContent.files,
		...previewContent.furtherFiles,
	])
	const expected = listed.filter(({ format }) => format === 'PDF').map(({ name }) => name)
	// The catalogue does not list what is in an archive of extras.
	const extras = ['Startup-worksheets.pdf']
	expect(pdfs.map(({ name }) => name)).toEqual([...expected, ...extras])
	expect(expected).toEqual(expect.arrayContaining(['StudentGuide.pdf', 'CV-guide.pdf', 'How-to.pdf']))
})

/** Skips the headings of the contents page, which needs no bookmark. */
function afterContents(headings: readonly Entry[]): Entry[] {
	const [first] = headings
	if (first?.text !== 'Contents') return [...headings]
	const next = headings.findIndex(({ level }, index) => index > 0 && level === 1)
	return headings.slice(next)
}

/** Makes quotation marks straight, as they are in bookmarks, and removes spaces before commas. */
function plainQuotes({ level, text }: Entry): Entry {
	return { level, text: text.replace(/[“”]/g, '"').replace(/[‘’]/g, "'").replaceAll(' ,', ',') }
}

type Block = { left: number; baseline: number; text: string }

/**
 * Reports whether a block follows a margin note. The text after a note continues at the left, and may begin higher than the
 * note's last lines.
 */
function followsNote(block: Block, blocks: readonly Block[]): boolean {
	const before = blocks
		.slice(0, blocks.indexOf(block))
		.findLast(({ left }) => Math.abs(left - block.left) < 60)
	return before !== undefined && block.baseline < before.baseline
}

async function pdfsOf(fileName: string | null): Promise<DeliveredPdf[]> {
	if (fileName === null) return []
	const bytes = new Uint8Array(await readFile(new URL(`../goods/${fileName}`, import.meta.url)))
	const files = fileName.endsWith('.zip') ? unpackArchive(bytes) : [{ name: fileName, bytes }]
	return files.filter(({ name }) => name.endsWith('.pdf'))
}
