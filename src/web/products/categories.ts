import type { Category } from '#shared/catalogue-schema.ts'
import { categories } from '#shared/categories.ts'
import { capitalised } from '#shared/wording.ts'

/** The known slugs under `/categories/`. */
export const categorySlugs: readonly string[] = categories.map((category) => category.toLowerCase())

/** Returns the category of a slug (docs/specification.md section 2); undefined if there is none. */
export function categoryFromSlug(slug: string): Category | undefined {
	const name = slug.toLowerCase().split('-').map(capitalised).join(' ')
	return categories.find((category) => category === name)
}
