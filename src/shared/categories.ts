// In a file of its own, so that pages don't load the schemas.

/** The categories of guides, in the shop's order (docs/specification.md section 1). */
export const categories = ['Career', 'Finance', 'Money', 'Academic', 'Business'] as const

type Category = (typeof categories)[number]

/** The categories in the menu, which have short addresses (docs/specification.md section 2). */
export const menuCategories = [
	'Career',
	'Finance',
	'Money',
	'Academic',
] as const satisfies readonly Category[]

/** Returns the canonical path of a category. */
export function categoryPath(category: Category): string {
	const slug = category.toLowerCase()
	return isInMenu(category) ? `/${slug}` : `/categories/${slug}`
}

function isInMenu(category: Category): boolean {
	return menuCategories.some((inMenu) => inMenu === category)
}
