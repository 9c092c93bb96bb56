import { isCounted, type SheetField } from '#shared/sheet-fields.ts'
import { countLine } from './counted-lines.ts'
import { type ChapterElement, type ChapterNode, textOf } from './read-html.ts'
import type { Typed } from './typed-fields.ts'

/** A field of a sheet, with the texts that say what belongs in it. */
interface SheetLine {
	field: SheetField
	label: string
	/** The number or name of its row in a table; empty if it is in none. */
	row: string
}

/** Returns the fields of a sheet in the order of its text. */
export function linesIn(nodes: readonly ChapterNode[]): SheetLine[] {
	return nodes.filter(isElement).flatMap((element): SheetLine[] => {
		if (element.tag === 'table') return linesOfTable(element)
		const { field, children } = element
		if (field === null) return linesIn(children)
		return [
			{ field, label: textOf(field.kind === 'choice' ? readChoice(element).question : children), row: '' },
		]
	})
}

function linesOfTable(table: ChapterElement): SheetLine[] {
	const { labels, rows } = readFieldTable(table)
	return rows.flatMap(({ prefix, title, fields }) =>
		fields.map(({ field, column }) => ({
			field,
			label: textOf(labels[column]?.children ?? []),
			row: `${prefix}${textOf(title)}`.trim(),
		})),
	)
}

interface FieldTable {
	/** The cells at the head of its columns. */
	labels: readonly ChapterElement[]
	rows: readonly {
		/** What stands before the title, such as "Week ". */
		prefix: string
		title: readonly ChapterNode[]
		fields: readonly { field: SheetField; column: number }[]
	}[]
}

/** Reads a table whose cells are fields. The first cell of a row may also have its title. */
export function readFieldTable(table: ChapterElement): FieldTable {
	const [head, ...rows] = rowsIn(table)
	return {
		labels: head?.children.filter(isElement) ?? [],
		rows: rows.map((row) => {
			const cells = row.children.filter(isElement)
			const fields = cells.flatMap(({ children }, column) =>
				children.filter(isElement).flatMap(({ field }) => (field === null ? [] : [{ field, column }])),
			)
			const prefix = fields[0]?.field.row ?? ''
			return {
				prefix: prefix === '' ? '' : `${prefix} `,
				title: (cells[0]?.children ?? []).filter((node) => !isElement(node) || node.field === null),
				fields,
			}
		}),
	}
}

/** Reads a question with a list of answers to choose from. */
export function readChoice({ children }: ChapterElement) {
	const [question, list] = children.filter(isElement)
	return { question: question?.children ?? [], options: list?.children.filter(isElement) ?? [] }
}

/** Returns whether a field is in an element. */
export function hasFields({ field, children }: ChapterElement): boolean {
	return field !== null || children.filter(isElement).some(hasFields)
}

/** Writes what was typed on a sheet as plain text, a line for each field that isn't empty. */
export function sheetText(heading: string, lines: readonly SheetLine[], typed: Typed): string {
	const written = lines.flatMap(({ field: { kind, name }, label, row }) => {
		const text = isCounted(kind) ? countLine(kind, name, typed).text : (typed[name] ?? '')
		return text === '' ? [] : [`${row === '' ? '' : `${row}, `}${label}: ${text}`]
	})
	return `${[heading, '', ...written].join('\n')}\n`
}

function rowsIn(element: ChapterElement): ChapterElement[] {
	return element.tag === 'tr' ? [element] : element.children.filter(isElement).flatMap(rowsIn)
}

function isElement(node: ChapterNode): node is ChapterElement {
	return typeof node !== 'string'
}
