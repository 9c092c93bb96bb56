/**
 * A Word document as plain data: headings, paragraphs and lists from top to bottom, so that the text comes out of the
 * file in the order in which it is read. `**words**` are bold.
 */
export interface WordDocument {
	fileName: string
	/** The document's title property, read out by screen readers. */
	title: string
	/** Letters have air between their paragraphs. */
	isLetter?: boolean
	blocks: readonly WordBlock[]
}

export type WordBlock =
	| { kind: 'title'; text: string; centred?: boolean }
	| { kind: 'heading'; text: string; startsPage?: boolean }
	| { kind: 'text'; text: string; centred?: boolean }
	/** A line with something at its right edge, such as a job and its dates; one paragraph with a tab, not a table. */
	| { kind: 'line'; text: string; right: string }
	| { kind: 'points'; items: readonly string[] }
	/** Advice to delete before sending, set in grey italics. */
	| { kind: 'advice'; text: string }
	| {
			kind: 'grid'
			header: readonly string[]
			rows: readonly (readonly string[])[]
			widths: readonly number[]
	  }
