import type { EarlierEdition } from '#shared/catalogue-schema.ts'
import { catalogue } from './index.ts'

/**
 * The editions of each product, newest first, by the product's id. The current edition is listed without its file. The editions
 * are not in `shelf.ts`, because every page loads that file and only "Your guides" needs them. The build of the pages replaces
 * this module with its value.
 */
export const editions: Readonly<Record<string, readonly EarlierEdition[]>> = Object.fromEntries(
	catalogue.map(({ id, edition, earlierEditions = [] }) => [
		id,
		edition === null ? [] : [{ ...edition, file: null }, ...earlierEditions],
	]),
)
