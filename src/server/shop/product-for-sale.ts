import { AppError } from '#server/platform/app-error.ts'
import type { Product } from '#shared/catalogue-schema.ts'

/** A product with everything needed to sell it. */
export type PaidProduct = Product & { pricePence: number; stripeProductId: string; taxCode: string }

interface Wanted {
	productName: string
	stripeProductId: string
}

/**
 * Returns the paid product that a browser asks for. Name and id must both match the catalogue: half a match is an outdated page,
 * or an attempt to buy an expensive guide at a cheap one's price. The price is never taken from the request.
 */
export function productForSale(
	catalogue: readonly Product[],
	{ productName, stripeProductId }: Wanted,
): PaidProduct {
	const byId = catalogue.find((product) => product.stripeProductId === stripeProductId)
	const byName = catalogue.find((product) => product.title === productName)
	const product = byId ?? byName
	if (product === undefined) throw refusal('unknown_product', 'There is no such product')
	if (product.isFree || product.comingSoon || !isPaid(product))
		throw refusal('not_for_sale', 'This product is not for sale')
	if (byId !== byName) throw refusal('product_mismatch', 'Product name and id do not belong together')
	return product
}

function isPaid(product: Product): product is PaidProduct {
	return product.pricePence !== null && product.stripeProductId !== null && product.taxCode !== null
}

function refusal(code: 'unknown_product' | 'not_for_sale' | 'product_mismatch', message: string): AppError {
	return new AppError({ code, status: 400, message })
}
