import type { ReadableProduct } from '#shared/catalogue-schema.ts'
import { catalogue } from './index.ts'

/**
 * For each product, the fields of the catalogue that are shown in lists and on cards. Every page loads them. The build of the pages
 * replaces this module with its value (`vite.config.ts`), because its code would also load the contents and files of all
 * products.
 */
export const shelfData: readonly ReadableProduct[] = catalogue.map(
	({ taxCode: _, edition, earlierEditions: _editions, previewContent, ...product }) => {
		const { pageCount, format, furtherFiles } = previewContent
		return {
			...product,
			// No id while the product is coming soon: once an owner has released it, the server supplies the id.
			stripeProductId: product.comingSoon ? null : product.stripeProductId,
			edition: edition && { date: edition.date },
			previewContent: { pageCount, format },
			readingFile: furtherFiles.find((file) => file.format === 'JSON')?.name ?? null,
		}
	},
)
