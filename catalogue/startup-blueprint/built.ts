import type { Product } from '#shared/catalogue-schema.ts'

/** Read from the built files by `npm run catalogue`; not edited by hand. */
export const built: Pick<Product['previewContent'], 'pageCount' | 'contents' | 'files' | 'bytes'> = {
	pageCount: 20,
	contents: [],
	files: [],
	bytes: null,
}
