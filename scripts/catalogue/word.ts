import {
	AlignmentType,
	BorderStyle,
	Document,
	HeadingLevel,
	Packer,
	Paragraph,
	Tab,
	Table,
	TableCell,
	TableRow,
	TabStopType,
	TextRun,
	WidthType,
} from 'docx'
import type { WordBlock, WordDocument } from '#catalogue/cv-secrets/documents/document.ts'
import { freezeOfficeFile } from './archive.ts'

const font = 'Calibri'
const grey = '5A5A5A'
const adviceStyle = 'Advice'
const hairline = { style: BorderStyle.SINGLE, size: 4, color: '8A9088' }
/** The width of the text on A4 with margins of 2 cm, in twentieths of a point. */
const textWidth = 9638

/**
 * Makes a Word file with one column, ordinary paragraphs, real headings and lists, and an empty header and footer, so that screen readers
 * and applicant tracking systems read it in order.
 */
export async function buildWordFile(document: WordDocument, editionDate: string): Promise<Uint8Array> {
	const file = new Document({
		title: document.title,
		creator: 'Headstart',
		lastModifiedBy: 'Headstart',
		description: '',
		styles: {
			default: {
				document: { run: { font, size: 22, language: { value: 'en-GB' } } },
				title: {
					run: { font, size: 36, bold: true, color: '17221C' },
					paragraph: { spacing: { after: 40 } },
				},
				heading1: {
					run: { font, size: 25, bold: true, color: '17221C' },
					paragraph: { spacing: { before: 240, after: 80 }, keepNext: true },
				},
				listParagraph: { run: { font } },
			},
			// A separate style, so that all advice can be selected and deleted in one step.
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
						margin: { top: 1134, bottom: 1134, left: 1134, right: 1134 },
					},
				},
				children: document.blocks.flatMap((block) =>
					renderBlock(block, document.isLetter === true ? 200 : 80),
				),
			},
		],
	})
	return freezeOfficeFile(new Uint8Array(await Packer.toArrayBuffer(file)), editionDate)
}

function renderBlock(block: WordBlock, gap: number): (Paragraph | Table)[] {
	switch (block.kind) {
		case 'title':
			return [
				new Paragraph({
					heading: HeadingLevel.TITLE,
					alignment: alignment(block.centred),
					children: runs(block.text),
				}),
			]
		case 'heading':
			return [
				new Paragraph({
					heading: HeadingLevel.HEADING_1,
					pageBreakBefore: block.startsPage === true,
					border: { bottom: { ...hairline, space: 2 } },
					children: runs(block.text),
				}),
			]
		case 'text':
			return [
				new Paragraph({
					alignment: alignment(block.centred),
					spacing: { after: gap },
					children: runs(block.text),
				}),
			]
		case 'line':
			return [
				new Paragraph({
					keepNext: true,
					spacing: { before: 80, after: 40 },
					tabStops: [{ type: TabStopType.RIGHT, position: textWidth }],
					children: [...runs(block.text), new TextRun({ children: [new Tab(), block.right] })],
				}),
			]
		case 'points':
			return block.items.map(
				(item) => new Paragraph({ bullet: { level: 0 }, spacing: { after: 40 }, children: runs(item) }),
			)
		case 'advice':
			return [new Paragraph({ style: adviceStyle, children: runs(block.text) })]
		case 'grid':
			return [renderGrid(block), new Paragraph({ spacing: { after: 80 }, children: [] })]
	}
}

function renderGrid(block: Extract<WordBlock, { kind: 'grid' }>): Table {
	const columnWidths = block.widths.map((percent) => Math.round((textWidth * percent) / 100))
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
						children: [
							new Paragraph({
								children: [new TextRun({ text, size: 20, ...(isHeader ? { bold: true } : {}) })],
							}),
						],
					}),
			),
		})
	return new Table({
		columnWidths,
		width: { size: textWidth, type: WidthType.DXA },
		rows: [row(block.header, true), ...block.rows.map((cells) => row(cells, false))],
	})
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
