import { AppError } from '#shared/app-error.ts'
import type { Product } from '#shared/catalogue-schema.ts'

/** A product with everything selling it needs. */
export type PaidProduct = Product & { pricePence: number; stripeProductId: string; taxCode: string }

interface Wanted {
	productName: string
	stripeProductId: string
}

/**
 * The paid product a browser asks for. Name and id must both be the catalogue's: half a match is a page out of date, or
 * someone trying a dear guide for a cheap one's price. The price is never taken from the request.
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
