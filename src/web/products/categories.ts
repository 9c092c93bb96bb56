import { shelf } from '#catalogue/shelf.ts'
import type { Category } from '#shared/catalogue-schema.ts'

/** The categories that have a page of their own and a place in the menu (docs/specification.md section 2). */
export const menuCategories = [
	'Career',
	'Finance',
	'Money',
	'Academic',
] as const satisfies readonly Category[]

/** Every category with something on its shelf, in the order the shop shows them. */
export const categories: readonly Category[] = [
	...menuCategories,
	...new Set(shelf.map(({ category }) => category).filter((category) => !isInMenu(category))),
]

/** The slugs under `/categories/` that lead somewhere. */
export const categorySlugs: readonly string[] = categories.map((category) => category.toLowerCase())

/** Hyphens to spaces, capitalised (docs/specification.md section 2); undefined where no shelf has that name. */
export function categoryFromSlug(slug: string): Category | undefined {
	const name = slug
		.toLowerCase()
		.split('-')
		.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
		.join(' ')
	return categories.find((category) => category === name)
}

/** The one address a category is known by: what its other spellings name as canonical. */
export function categoryPath(category: Category): string {
	const slug = category.toLowerCase()
	return isInMenu(category) ? `/${slug}` : `/categories/${slug}`
}

function isInMenu(category: Category): boolean {
	return menuCategories.some((inMenu) => inMenu === category)
}
