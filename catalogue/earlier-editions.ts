import type { EarlierEdition } from '#shared/catalogue-schema.ts'
import { catalogue } from './index.ts'

/**
 * The editions of each product before its current one, newest first, by the product's id, for users who may have one of them. Like
 * `shelf.ts`, the build of the pages replaces it by its value.
 */
export const earlierEditions: Readonly<Record<string, readonly EarlierEdition[]>> = Object.fromEntries(
	catalogue.map(({ id, earlierEditions = [] }) => [id, earlierEditions]),
)
