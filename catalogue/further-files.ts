import type { Product } from '#shared/catalogue-schema.ts'
import { catalogue } from './index.ts'

export type FurtherFile = Pick<Product['previewContent']['furtherFiles'][number], 'name' | 'format'>

/**
 * The files that users of a guide can download besides its main file, by the product's id. The reading edition is left out,
 * because it has a page of its own. As with `shelf-data.ts`, the build of the pages replaces this module with its value.
 */
export const furtherFiles: Readonly<Record<string, readonly FurtherFile[]>> = Object.fromEntries(
	catalogue.map(({ id, previewContent }) => [
		id,
		previewContent.furtherFiles
			.filter(({ format }) => format !== 'JSON')
			.map(({ name, format }) => ({ name, format })),
	]),
)
