import { site } from '#catalogue/site.ts'
import { starterPages } from '#catalogue/starter-shop.ts'
import { withShopName } from '#shared/content/shop-name.ts'
import type { OfferedProduct, ShopState } from '#shared/shop-state.ts'

/** Returns the state in which whatever came with the shop, and its owner has not changed, says the name that they have given it. */
export function shopNamed(state: ShopState): ShopState {
	const { name } = state.site
	if (name === site.name) return state
	return {
		...state,
		pages: withShopName(state.pages, starterPages, name),
		site: withShopName(state.site, site, name),
		products: state.products.map((product) => byShop(product, name)),
		offSale: state.offSale.map((product) => byShop(product, name)),
	}
}

/** A guide's document is its owner's, but for who it is by. */
function byShop(product: OfferedProduct, name: string): OfferedProduct {
	const { page } = product
	return page?.author === site.name ? { ...product, page: { ...page, author: name } } : product
}
