import type { Product } from '#shared/catalogue-schema.ts'
import { catalogue } from './index.ts'

export type FurtherFile = Pick<Product['previewContent']['furtherFiles'][number], 'name' | 'format'>

/**
 * What users of a guide can download beside its main file, by the product's id: all but the reading edition, which has a page. Like
 * `shelf.ts`, the build of the pages replaces it by its value.
 */
export const furtherFiles: Readonly<Record<string, readonly FurtherFile[]>> = Object.fromEntries(
	catalogue.map(({ id, previewContent }) => [
		id,
		previewContent.furtherFiles
			.filter(({ format }) => format !== 'JSON')
			.map(({ name, format }) => ({ name, format })),
	]),
)
