import type { ReadableProduct, ShelfProduct } from '#shared/catalogue-schema.ts'
import { siteValues } from '#shared/site-values.ts'
import { shelfData } from './shelf-data.ts'

/** What lists and cards show of each product. A product that an owner has released in the admin is no longer coming soon. */
export const shelf: readonly ReadableProduct[] = shelfData.map((product) => {
	const [date, pdfFileName, pence, stripeProductId = null] =
		siteValues().get(`released-${product.slug}`)?.split(' ') ?? []
	if (!date || !pdfFileName) return product
	return {
		...product,
		comingSoon: false,
		pdfFileName,
		edition: { date },
		stripeProductId,
		pricePence: pence ? Number(pence) : null,
		previewContent: { pageCount: null, format: pdfFileName.slice(-3).toUpperCase() },
	}
})

/** Returns whether an owner has released the product in the admin. The catalogue then only knows what was planned for it. */
export function isReleasedByOwner({ comingSoon, previewContent }: ShelfProduct): boolean {
	return !comingSoon && previewContent.pageCount === null
}
