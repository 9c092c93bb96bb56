import {
	AlignmentType,
	BorderStyle,
	HeadingLevel,
	type IBorderOptions,
	LevelFormat,
	Paragraph,
	Tab,
	TabStopType,
	TextRun,
} from 'docx'
import type { WordBlock, WordDesign } from './cv-secrets/documents/document.ts'

/** The width of the text on A4 with margins of 2 cm, in twentieths of a point. */
export const textWidth = 9638
export const ink = '17221C'
const soft = '4A564F'
const petrol = '1D4C63'

type Role = Extract<WordBlock, { kind: 'role' }>

export interface Look {
	font: string
	/** Sizes are in half points, distances in twentieths of a point. */
	size: number
	name: { size: number; color: string; isCentred: boolean }
	heading: { size: number; color: string; before: number; border: Record<string, IBorderOptions> }
	bullet: string
	contactSeparator: string
	role: (role: Role) => Paragraph[]
}

const line = (color: string, size: number, space: number): IBorderOptions => ({
	style: BorderStyle.SINGLE,
	color,
	size,
	space,
})

/** Word and Google Docs have all of these fonts, and LibreOffice has metric-compatible ones. */
export const looks: Record<WordDesign, Look> = {
	clear: {
		font: 'Calibri',
		size: 22,
		name: { size: 38, color: ink, isCentred: false },
		heading: { size: 25, color: ink, before: 200, border: { bottom: line('8A9088', 4, 2) } },
		bullet: '•',
		contactSeparator: ' · ',
		role: ({ title, organisation, dates }) => [
			roleHeading([
				new TextRun(title),
				new TextRun({ text: `, ${organisation}`, bold: false }),
				...atTheRight(dates),
			]),
		],
	},
	classic: {
		font: 'Cambria',
		size: 22,
		name: { size: 42, color: ink, isCentred: true },
		heading: {
			size: 24,
			color: ink,
			before: 220,
			border: { top: line(ink, 4, 4), bottom: line(ink, 4, 3) },
		},
		bullet: '•',
		contactSeparator: '  |  ',
		role: ({ title, organisation, dates, titleFirst }) => {
			const [first, second] = titleFirst === true ? [title, organisation] : [organisation, title]
			return [
				roleHeading([new TextRun(first), ...atTheRight(dates)]),
				new Paragraph({
					keepNext: true,
					spacing: { after: 40 },
					children: [new TextRun({ text: second, italics: true })],
				}),
			]
		},
	},
	modern: {
		font: 'Arial',
		size: 20,
		name: { size: 48, color: petrol, isCentred: false },
		heading: { size: 23, color: petrol, before: 240, border: { left: line(petrol, 36, 6) } },
		bullet: '–',
		contactSeparator: '  |  ',
		role: ({ title, organisation, dates }) => [
			roleHeading([new TextRun(title)]),
			new Paragraph({
				keepNext: true,
				spacing: { after: 50 },
				children: [new TextRun({ text: `${organisation}  |  ${dates}`, color: soft })],
			}),
		],
	},
}

/** The name by which bullet points refer to the list of their design. */
export const listName = 'points'

export function listOf({ bullet, name }: Look) {
	return {
		reference: listName,
		levels: [
			{
				level: 0,
				format: LevelFormat.BULLET,
				text: bullet,
				alignment: AlignmentType.LEFT,
				style: { run: { color: name.color }, paragraph: { indent: { left: 284, hanging: 227 } } },
			},
		],
	}
}

/**
 * Returns a tab and the dates, for the end of a job's paragraph. Programs that extract the text then read the dates after the
 * job.
 */
function atTheRight(dates: string): TextRun[] {
	return [new TextRun({ bold: false, children: [new Tab(), dates] })]
}

function roleHeading(children: TextRun[]): Paragraph {
	return new Paragraph({
		heading: HeadingLevel.HEADING_2,
		tabStops: [{ type: TabStopType.RIGHT, position: textWidth }],
		children,
	})
}
