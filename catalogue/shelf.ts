import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { catalogue } from './index.ts'

/**
 * What lists and cards show of each product. Every page loads this, so the build of the pages replaces it by its value
 * (`vite.config.ts`) and leaves out contents and files.
 */
export const shelf: readonly ShelfProduct[] = catalogue.map(({ taxCode: _, previewContent, ...product }) => {
	const { pageCount, format } = previewContent
	return { ...product, previewContent: { pageCount, format } }
})
