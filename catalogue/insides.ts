import type { Product } from '#shared/catalogue-schema.ts'
import { capitalised } from '#shared/wording.ts'
import { catalogue } from './index.ts'

/**
 * What each product contains or will contain, by its slug. For pages that list only a few products. As with `shelf-data.ts`, the
 * build of the pages replaces this module with its value.
 */
export const insides: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
	catalogue.map((product) => [product.slug, insideOf(product)]),
)

export function insideOf({ comingSoon, previewContent }: Product): readonly string[] {
	const { whatYouGet, features } = previewContent
	return comingSoon ? [...whatYouGet, ...features].map(withoutPlanned) : whatYouGet
}

/** "Planned: where to look" -> "Where to look" */
function withoutPlanned(item: string): string {
	return capitalised(item.replace(/^Planned: /, ''))
}
