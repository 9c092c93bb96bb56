import type { ShelfProduct } from '#shared/catalogue-schema.ts'

/** Products with a page of their own (docs/specification.md section 2); the others are shown in a dialog. */
const detailPaths: Readonly<Record<string, string>> = {
	1: '/products/student-guide',
	2: '/products/cv-secrets',
	3: '/products/budget-planner',
	7: '/startup-blueprint',
}

/** Where a product's details are; undefined where a dialog shows them. */
export function detailPath({ id }: Pick<ShelfProduct, 'id'>): string | undefined {
	return detailPaths[id]
}
