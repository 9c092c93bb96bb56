import type { Insertion } from './rich-text.ts'

export const documentKinds = ['product', 'page', 'site', 'article'] as const

/** Returns the kind of document that an address or a stored name has; a page if it has none that the shop knows. */
export function documentKind(text: string): (typeof documentKinds)[number] {
	return documentKinds.find((kind) => kind === text) ?? 'page'
}

/** What a text with a little form may have (`richText`). */
export interface RichTextLimits {
	/** The most characters. */
	most: number
	/** What may be inserted; nothing by default. */
	insert?: readonly Insertion[] | undefined
	/** Whether the text is so long that it has headings of two sizes. */
	isLong?: boolean | undefined
}

/** A colour as documents have it, and as browsers choose one. */
export const colourPattern = /^#[0-9a-f]{6}$/

/** A field of a document as the admin's editor shows it. Everything of it is declared in the document's schema. */
export interface FormField {
	/** Its name in the document; empty for the document itself and for the items of a list. */
	name: string
	title: string
	hint?: string | undefined
	/** Says where it is changed, if it can't be changed in the document. */
	fixed?: string | undefined
	/** What the document has if there is none of it; undefined if it must not be left out. */
	without?: 'null' | 'nothing' | undefined
	/** `counted`: a number within its list, which the editor gives. `same`: what is the same in every document. */
	kind:
		| 'text'
		| 'day'
		| 'colour'
		| 'rich'
		| 'number'
		| 'choice'
		| 'yes or no'
		| 'list'
		| 'group'
		| 'counted'
		| 'same'
	/** Of a text: the most characters. Of a list: the most items. */
	most?: number | undefined
	/** Of a text with a little form. */
	rich?: RichTextLimits | undefined
	/** Of a list: the fewest items. */
	least?: number | undefined
	/** Of a choice: its values. Of what is the same everywhere: its one value. Of what is counted: what stands before its number. */
	values?: readonly (string | number)[] | undefined
	/** Of a group. */
	fields?: readonly FormField[] | undefined
	/** Of a list of pictures: whether they can be moved, and uploaded ones added and taken out. */
	arranged?: boolean | undefined
	/** Whether visitors see it only once an owner has confirmed it as a claim. */
	confirmed?: boolean | undefined
	/** Of a list: what each of its items is. */
	item?: FormField | undefined
}

/** Returns whether the items of a list come with something else, so that none can be added, removed or moved. */
export function isFixedList({ item, arranged = false }: FormField): boolean {
	return !arranged && item?.fields?.some(({ fixed }) => fixed !== undefined) === true
}
