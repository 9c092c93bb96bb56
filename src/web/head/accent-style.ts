import { site } from '#catalogue/site.ts'
import { categories } from '#shared/categories.ts'

/**
 * Returns the properties of the colours that the owner has changed, for the style of the document; undefined if there are none. Only the
 * server knows them: hydration leaves the style as it is.
 */
export function accentStyle(): Record<string, string> | undefined {
	const accents = globalThis.shopState?.site.accents ?? site.accents
	const changed = categories.flatMap((category) => {
		const { light, dark } = accents[category]
		const starter = site.accents[category]
		if (light === starter.light && dark === starter.dark) return []
		const name = category.toLowerCase()
		return [
			[`--color-cloth-${name}`, light],
			[`--dark-${name}`, dark],
		]
	})
	return changed.length === 0 ? undefined : Object.fromEntries(changed)
}
