import type { WordBlock, WordDocument } from '../cv-secrets/documents/document.ts'
import { type Worksheet, type WorksheetPart, worksheets } from './worksheets.ts'

/** The ten worksheets as a Word file: each question with a space for its answer. */
export const worksheetsWord: WordDocument = {
	fileName: 'Startup-worksheets.docx',
	title: 'Startup Blueprint worksheets',
	blocks: [
		{ kind: 'title', text: 'Startup Blueprint worksheets' },
		{
			kind: 'text',
			text: 'Ten sheets, in the order of the guide, with eight copies of the third. Click into a box and type; it grows. Save a copy first, so that you can start again.',
		},
		...worksheets.flatMap((sheet, index) => copiesOf(sheet, index + 1)),
	],
}

function copiesOf(sheet: Worksheet, number: number): WordBlock[] {
	const copies = sheet.copies ?? 1
	return Array.from({ length: copies }, (_, copy) => {
		const count = copies === 1 ? '' : ` (${copy + 1} of ${copies})`
		return blocksOf(sheet, `Worksheet ${number}: ${lowerFirst(sheet.title)}${count}`, number > 1 || copy > 0)
	}).flat()
}

function blocksOf({ use, parts }: Worksheet, heading: string, startsPage: boolean): WordBlock[] {
	return [{ kind: 'heading', text: heading, startsPage }, { kind: 'text', text: use }, ...tables(parts)]
}

/** Questions that follow one another share a table. */
function tables(parts: readonly WorksheetPart[]): WordBlock[] {
	const blocks: WordBlock[] = []
	let rows: string[][] = []
	const finish = () => {
		if (rows.length > 0)
			blocks.push({ kind: 'grid', header: ['Question', 'My answer'], rows, widths: [35, 65] })
		rows = []
	}
	for (const part of parts) {
		if (part.kind === 'answer') rows.push([part.question, ''])
		else if (part.kind === 'choice') rows.push([`${part.question} (${part.options.join('; ')})`, ''])
		else if (part.kind === 'ticks') rows.push(...part.items.map((item) => [item, '☐']))
		else {
			finish()
			const { columns, widths } = part
			const blank = columns.slice(1).map(() => '')
			const titles = part.rows ?? Array.from({ length: part.empty ?? 0 }, () => '')
			blocks.push({ kind: 'grid', header: columns, rows: titles.map((title) => [title, ...blank]), widths })
		}
	}
	finish()
	return blocks
}

function lowerFirst(text: string): string {
	return `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`
}
