import type { Block, Insertion, Line } from '#shared/content/rich-text.ts'

// Short forms for the texts of this folder.

export function says(...text: Line): Block {
	return { kind: 'paragraph', text }
}

export function bullets(...items: readonly Line[]): Block {
	return { kind: 'bullets', items }
}

export function inserts(insert: Insertion): Block {
	return { kind: 'insertion', insert }
}
