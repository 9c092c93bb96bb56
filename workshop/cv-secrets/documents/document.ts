/**
 * A Word document as plain data: headings, paragraphs and lists in reading order. `**words**` are bold.
 */
export interface WordDocument {
	fileName: string
	/** The title property of the document. Screen readers announce it, and a PDF made from the document has the same title. */
	title: string
	/** Default: clear. */
	design?: WordDesign
	/** Letters have space between their paragraphs. */
	isLetter?: boolean
	/** A CV contains no table, because applicant tracking systems misread tables. An example CV is also delivered as a PDF. */
	kind?: 'cv'
	/** The reader fills it in and sends it under their own name, so its properties name no author. */
	isTemplate?: boolean
	blocks: readonly WordBlock[]
}

/**
 * Three designs with the same reading order. Clear: a sans serif, title and employer on one line with the dates at the right.
 * Classic: a serif, name in the middle, the employer first. Modern: coloured name and headings with a bar, the job title on a
 * line of its own.
 */
export type WordDesign = 'clear' | 'classic' | 'modern'

export type WordBlock =
	| { kind: 'title'; text: string; centred?: boolean }
	/** The line below the name: town, phone, email, links. */
	| { kind: 'contact'; parts: readonly string[] }
	| { kind: 'heading'; text: string; startsPage?: boolean }
	| { kind: 'subheading'; text: string }
	| { kind: 'text'; text: string; centred?: boolean }
	/** A job, a project or a course. Each design arranges the three parts in its own way, always as paragraphs, never as a table. */
	| {
			kind: 'role'
			title: string
			organisation: string
			dates: string
			/**
			 * The Classic design puts the employer first. A personal project, or care at home, has no employer worth naming, so its title
			 * comes first.
			 */
			titleFirst?: boolean
	  }
	| { kind: 'points'; items: readonly string[] }
	/** Advice to delete before sending, in grey italics. */
	| { kind: 'advice'; text: string }
	| {
			kind: 'grid'
			header: readonly string[]
			rows: readonly (readonly string[])[]
			widths: readonly number[]
	  }
