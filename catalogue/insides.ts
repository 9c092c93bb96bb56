import { capitalised } from '#shared/wording.ts'
import { catalogue } from './index.ts'

/**
 * What each product contains or will contain, by its slug. For pages that list only a few products. As with `shelf-data.ts`, the
 * build of the pages replaces this module with its value.
 */
export const insides: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
	catalogue.map(({ slug, comingSoon, previewContent: { whatYouGet, features } }) => [
		slug,
		comingSoon ? [...whatYouGet, ...features].map(withoutPlanned) : whatYouGet,
	]),
)

/** "Planned: where to look" -> "Where to look" */
function withoutPlanned(item: string): string {
	return capitalised(item.replace(/^Planned: /, ''))
}
