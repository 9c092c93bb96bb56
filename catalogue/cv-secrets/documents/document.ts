/**
 * A Word document as plain data: headings, paragraphs and lists in reading order. `**words**` are bold.
 */
export interface WordDocument {
	fileName: string
	/** The title property of the document, which screen readers announce. */
	title: string
	/** Letters have space between their paragraphs. */
	isLetter?: boolean
	blocks: readonly WordBlock[]
}

export type WordBlock =
	| { kind: 'title'; text: string; centred?: boolean }
	| { kind: 'heading'; text: string; startsPage?: boolean }
	| { kind: 'text'; text: string; centred?: boolean }
	/** A line with text at its right edge, such as a job and its dates: one paragraph with a tab, not a table. */
	| { kind: 'line'; text: string; right: string }
	| { kind: 'points'; items: readonly string[] }
	/** Advice to delete before sending, in grey italics. */
	| { kind: 'advice'; text: string }
	| {
			kind: 'grid'
			header: readonly string[]
			rows: readonly (readonly string[])[]
			widths: readonly number[]
	  }
