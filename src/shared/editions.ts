import type { Edition, Product } from './catalogue-schema.ts'

/** Returns all editions of a product, newest first. Not in `catalogue-schema.ts`, whose code no page loads. */
export function editionsOf({
	edition,
	earlierEditions = [],
}: Pick<Product, 'edition' | 'earlierEditions'>): readonly Edition[] {
	return edition === null ? [] : [edition, ...earlierEditions]
}
