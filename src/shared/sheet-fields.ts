/** What can be typed into a field of a guide's sheet. */
export const typedKinds = ['text', 'lines', 'money', 'hours', 'number', 'choice'] as const
/** What is counted from other fields of the sheet. */
export const countedKinds = ['left', 'weekly', 'week', 'go', 'again', 'stop'] as const

export type CountedKind = (typeof countedKinds)[number]

/** A field of a sheet in a guide's reading edition. */
export interface SheetField {
	/** What is typed is kept by this name, also when a new edition comes. */
	name: string
	kind: (typeof typedKinds)[number] | CountedKind
	/** In a table, what stands before the number or name of its row; empty for nothing. */
	row: string
}

const kinds = [...typedKinds, ...countedKinds]

/** Reads the attributes of a field. Returns null if it isn't one that the reading page knows. */
export function readField(
	name: string | null | undefined,
	kind: string | null | undefined,
	row: string | null | undefined,
): SheetField | null {
	const known = kinds.find((other) => other === kind)
	if (known === undefined || !/^[a-z][a-z0-9-]{0,60}$/.test(name ?? '')) return null
	return /^[\w ]{0,40}$/.test(row ?? '') ? { name: name ?? '', kind: known, row: row ?? '' } : null
}

/** Returns whether a field is counted from others. */
export function isCounted(kind: SheetField['kind']): kind is CountedKind {
	return countedKinds.some((other) => other === kind)
}
