import type { EarlierEdition } from '#shared/catalogue-schema.ts'
import { catalogue } from './index.ts'

/**
 * The editions of each product, newest first, by the product's id. Kept apart from `shelf.ts`, which every page loads, because
 * only "Your guides" needs them. The current one is listed without its file. The build of the pages replaces this module with its
 * value.
 */
export const editions: Readonly<Record<string, readonly EarlierEdition[]>> = Object.fromEntries(
	catalogue.map(({ id, edition, earlierEditions = [] }) => [
		id,
		edition === null ? [] : [{ ...edition, file: null }, ...earlierEditions],
	]),
)
