import type { OfferedBundle } from '#shared/shop-state.ts'
import { shopState } from './shop.server.ts'

/** Returns the bundles that are on sale. Only loaders call it. */
export function bundlesOnSale(): OfferedBundle[] {
	return shopState().bundles
}

/** Returns the bundles on sale that contain a guide. Only loaders call it. */
export function bundlesWith(productId: string): OfferedBundle[] {
	return bundlesOnSale().filter(({ guides }) => guides.some(({ id }) => id === productId))
}
