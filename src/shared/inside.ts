import type { Product } from './catalogue-schema.ts'
import { capitalised } from './wording.ts'

/** Returns what a product contains or, while only its plan is known, what it will contain. */
export function insideOf({ previewContent }: Pick<Product, 'previewContent'>): readonly string[] {
	const { pageCount, whatYouGet, features } = previewContent
	return pageCount === null ? [...whatYouGet, ...features].map(withoutPlanned) : whatYouGet
}

const planned = 'Planned: '

/** Returns whether an item says of itself that it is only planned. */
export function isPlanned(item: string): boolean {
	return item.startsWith(planned)
}

/** Returns an item as a sentence of its own, such as "Where to look", for a list that is said to be planned. */
export function withoutPlanned(item: string): string {
	return capitalised(isPlanned(item) ? item.slice(planned.length) : item)
}
