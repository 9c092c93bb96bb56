import type { ReadableProduct } from '#shared/catalogue-schema.ts'
import { catalogue } from './index.ts'

/**
 * The fields of each product that lists and cards show, as the catalogue has them. As every page loads them, the build of the pages replaces this module
 * by its value (`vite.config.ts`): its code would bring in contents and files.
 */
export const shelfData: readonly ReadableProduct[] = catalogue.map(
	({ taxCode: _, edition, earlierEditions: _editions, previewContent, ...product }) => {
		const { pageCount, format, furtherFiles } = previewContent
		return {
			...product,
			// Every page loads these. The server names the id of one that an owner has released.
			stripeProductId: product.comingSoon ? null : product.stripeProductId,
			edition: edition && { date: edition.date },
			previewContent: { pageCount, format },
			readingFile: furtherFiles.find((file) => file.format === 'JSON')?.name ?? null,
		}
	},
)
