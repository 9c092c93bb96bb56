import type { Category } from '#shared/catalogue-schema.ts'
import { categories } from '#shared/categories.ts'
import { capitalised } from '#shared/wording.ts'

/** The categories in the menu, which have short addresses (docs/specification.md section 2). */
export const menuCategories = [
	'Career',
	'Finance',
	'Money',
	'Academic',
] as const satisfies readonly Category[]

/** The known slugs under `/categories/`. */
export const categorySlugs: readonly string[] = categories.map((category) => category.toLowerCase())

/** Returns the category of a slug (docs/specification.md section 2); undefined if there is none. */
export function categoryFromSlug(slug: string): Category | undefined {
	const name = slug.toLowerCase().split('-').map(capitalised).join(' ')
	return categories.find((category) => category === name)
}

/** Returns the canonical path of a category. */
export function categoryPath(category: Category): string {
	const slug = category.toLowerCase()
	return isInMenu(category) ? `/${slug}` : `/categories/${slug}`
}

function isInMenu(category: Category): boolean {
	return menuCategories.some((inMenu) => inMenu === category)
}
