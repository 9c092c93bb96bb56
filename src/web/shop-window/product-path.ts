import type { ShelfProduct } from '#shared/catalogue-schema.ts'

/** The one address of a released product's page, whatever other addresses show it too. */
export function productPath({ slug }: Pick<ShelfProduct, 'slug'>): string {
	return `/products/${slug}`
}
