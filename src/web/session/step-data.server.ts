import { bundlesOnSale, shelf } from '#web/site/shop.server.ts'

/**
 * Selects what a step of signing in shows: all products and bundles, because only the query names the one that the visitor signs in
 * for. Only loaders call it.
 */
export function stepData() {
	return { shelf: shelf(), bundles: bundlesOnSale() }
}
