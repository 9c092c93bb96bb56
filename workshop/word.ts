import {
	AlignmentType,
	BookmarkEnd,
	BookmarkStart,
	BorderStyle,
	Document,
	HeadingLevel,
	Packer,
	Paragraph,
	Table,
	TableCell,
	TableRow,
	TextRun,
	WidthType,
} from 'docx'
import { freezeOfficeFile } from './archive.ts'
import type { WordBlock, WordDocument } from './cv-secrets/documents/document.ts'
import { ink, type Look, listName, listOf, looks, textWidth } from './word-designs.ts'

const grey = '5A5A5A'
const adviceStyle = 'Advice'
const hairline = { style: BorderStyle.SINGLE, size: 4, color: '8A9088' }

/**
 * Makes a Word file that screen readers and applicant tracking systems read in the right order. It has one column, ordinary
 * paragraphs, real headings and lists, and an empty header and footer.
 */
export async function buildWordFile(document: WordDocument, editionDate: string): Promise<Uint8Array> {
	const look = looks[document.design ?? 'clear']
	const { font, size, name, heading } = look
	// A CV made from a template would otherwise name us as its author.
	const owner = document.isTemplate === true ? ' ' : 'Headstart'
	const file = new Document({
		title: document.title,
		creator: owner,
		lastModifiedBy: owner,
		description: '',
		numbering: { config: [listOf(look)] },
		styles: {
			default: {
				document: { run: { font, size, color: ink, language: { value: 'en-GB' } } },
				title: {
					run: { font, size: name.size, bold: true, color: name.color },
					paragraph: { spacing: { after: 40 } },
				},
				heading1: {
					run: { font, size: heading.size, bold: true, color: heading.color },
					paragraph: { outlineLevel: 0, spacing: { before: heading.before, after: 80 }, keepNext: true },
				},
				heading2: {
					run: { font, size, bold: true, color: ink },
					paragraph: { outlineLevel: 1, spacing: { before: 130, after: 40 }, keepNext: true },
				},
				listParagraph: { run: { font } },
			},
			// Advice has a style of its own, so that all of it can be selected and deleted in one step.
			paragraphStyles: [
				{
					id: adviceStyle,
					name: adviceStyle,
					basedOn: 'Normal',
					quickFormat: true,
					run: { italics: true, color: grey, size: 19 },
					paragraph: { spacing: { after: 80 } },
				},
			],
		},
		sections: [
			{
				properties: {
					page: {
						size: { width: 11906, height: 16838 },
						margin: { top: 1020, bottom: 1020, left: 1134, right: 1134 },
					},
				},
				children: document.blocks.flatMap((block, index) =>
					block.kind === 'grid'
						? renderGrid(block, index)
						: renderBlock(block, look, document.isLetter === true ? 200 : 80),
				),
			},
		],
	})
	return freezeOfficeFile(new Uint8Array(await Packer.toArrayBuffer(file)), editionDate)
}

function renderBlock(block: Exclude<WordBlock, Grid>, look: Look, gap: number): Paragraph[] {
	switch (block.kind) {
		case 'title':
			return [
				new Paragraph({
					heading: HeadingLevel.TITLE,
					alignment: alignment(block.centred ?? look.name.isCentred),
					children: runs(block.text),
				}),
			]
		case 'contact':
			return [
				new Paragraph({
					alignment: alignment(look.name.isCentred),
					spacing: { after: 120 },
					children: runs(block.parts.join(look.contactSeparator)),
				}),
			]
		case 'heading':
			return [
				new Paragraph({
					heading: HeadingLevel.HEADING_1,
					pageBreakBefore: block.startsPage === true,
					border: look.heading.border,
					children: runs(block.text),
				}),
			]
		case 'subheading':
			return [new Paragraph({ heading: HeadingLevel.HEADING_2, children: runs(block.text) })]
		case 'text':
			return [
				new Paragraph({
					alignment: alignment(block.centred),
					spacing: { after: gap },
					children: runs(block.text),
				}),
			]
		case 'role':
			return look.role(block)
		case 'points':
			return block.items.map(
				(item) =>
					new Paragraph({
						numbering: { reference: listName, level: 0 },
						spacing: { after: 40 },
						children: runs(item),
					}),
			)
		case 'advice':
			return [new Paragraph({ style: adviceStyle, children: runs(block.text) })]
	}
}

type Grid = Extract<WordBlock, { kind: 'grid' }>

/**
 * Makes a table. The name of a bookmark in the first cell tells JAWS and NVDA to read out the column and row titles with each
 * cell. Word itself can mark only the top row as titles.
 */
function renderGrid(block: Grid, number: number): (Table | Paragraph)[] {
	const columnWidths = block.widths.map((percent) => Math.round((textWidth * percent) / 100))
	const paragraph = (text: string, isHeader: boolean, isFirst: boolean) => {
		const run = new TextRun({ text, size: 20, ...(isHeader ? { bold: true } : {}) })
		const words = new Paragraph({})
		const marked = [new BookmarkStart(`Title_${number}`, number), run, new BookmarkEnd(number)]
		for (const part of isHeader && isFirst ? marked : [run]) words.addChildElement(part)
		return words
	}
	const row = (cells: readonly string[], isHeader: boolean) =>
		new TableRow({
			tableHeader: isHeader,
			cantSplit: true,
			children: cells.map(
				(text, column) =>
					new TableCell({
						width: { size: columnWidths[column] ?? 0, type: WidthType.DXA },
						margins: { top: 60, bottom: 60, left: 80, right: 80 },
						borders: { top: hairline, bottom: hairline, left: hairline, right: hairline },
						children: [paragraph(text, isHeader, column === 0)],
					}),
			),
		})
	const table = new Table({
		columnWidths,
		width: { size: textWidth, type: WidthType.DXA },
		tableLook: { firstRow: true, firstColumn: true, noHBand: true, noVBand: true },
		rows: [row(block.header, true), ...block.rows.map((cells) => row(cells, false))],
	})
	return [table, new Paragraph({ spacing: { after: 80 }, children: [] })]
}

function alignment(centred: boolean | undefined) {
	return centred === true ? AlignmentType.CENTER : AlignmentType.LEFT
}

/** Splits text into `**bold**` and plain parts. */
function runs(text: string): TextRun[] {
	return text
		.split('**')
		.map((part, index) => ({ part, bold: index % 2 === 1 }))
		.filter(({ part }) => part !== '')
		.map(({ part, bold }) => (bold ? new TextRun({ text: part, bold }) : new TextRun(part)))
}
