import { badParam } from '#sandbox/stripe/api/api-error.ts'
import type { CheckoutSessionCreateParams } from '#sandbox/stripe/checkout-sessions/create-params.ts'
import type { StoredLineItem, StoredPrice } from '#sandbox/stripe/objects/kinds.ts'
import { newPrice, newProduct } from '#sandbox/stripe/objects/products.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'

type LineItemParams = CheckoutSessionCreateParams['line_items'][number]

/** Returns the line items, each with an existing price or with a new one that is only for this Checkout Session. */
export function lineItemsOf(
	world: StripeWorld,
	params: readonly LineItemParams[],
	defaultBehavior: 'exclusive' | undefined,
): StoredLineItem[] {
	if (params.length === 0)
		throw badParam('line_items', 'You must pass at least one line item.', 'parameter_missing')
	return params.map((item, index) => {
		const price = priceOf(world, item, { param: `line_items[${index}]`, defaultBehavior })
		const amount = (price.unit_amount ?? 0) * item.quantity
		return {
			id: world.newId('li'),
			object: 'item',
			adjustable_quantity: null,
			amount_discount: 0,
			amount_subtotal: amount,
			amount_tax: 0,
			amount_total: amount,
			currency: price.currency,
			description: world.objects.find('product', price.product)?.name ?? null,
			discounts: [],
			metadata: item.metadata ?? {},
			price,
			quantity: item.quantity,
			taxes: [],
		}
	})
}

function priceOf(
	world: StripeWorld,
	item: LineItemParams,
	{ param, defaultBehavior }: { param: string; defaultBehavior: 'exclusive' | undefined },
): StoredPrice {
	const { price: id, price_data: data } = item
	if (id !== undefined && data !== undefined)
		throw badParam(
			param,
			'You may only specify one of these parameters: price, price_data.',
			'parameters_exclusive',
		)
	if (id !== undefined) {
		const price = world.objects.find('price', id)
		if (price === undefined) throw badParam(`${param}[price]`, `No such price: '${id}'`, 'resource_missing')
		if (!price.active)
			throw badParam(
				`${param}[price]`,
				`The price specified is inactive. This field only accepts active prices.`,
			)
		return price
	}
	if (data === undefined)
		throw badParam(
			`${param}[price_data]`,
			`Missing required param: ${param}[price_data].`,
			'parameter_missing',
		)
	return newPrice(world, {
		product: productOf(world, data, `${param}[price_data]`),
		currency: data.currency,
		unitAmount: data.unit_amount,
		taxBehavior: data.tax_behavior ?? defaultBehavior,
		// As at Stripe, a price that was made for a Checkout Session cannot be used elsewhere.
		active: false,
	})
}

function productOf(
	world: StripeWorld,
	data: NonNullable<LineItemParams['price_data']>,
	param: string,
): string {
	const { product: id, product_data: made } = data
	if (id !== undefined && made !== undefined)
		throw badParam(
			param,
			'You may only specify one of these parameters: product, product_data.',
			'parameters_exclusive',
		)
	if (made !== undefined) return newProduct(world, { ...made, active: false }).id
	if (id === undefined)
		throw badParam(
			`${param}[product_data]`,
			`Missing required param: ${param}[product_data].`,
			'parameter_missing',
		)
	const product = world.objects.find('product', id)
	if (product === undefined)
		throw badParam(`${param}[product]`, `No such product: '${id}'`, 'resource_missing')
	if (!product.active)
		throw badParam(
			`${param}[product]`,
			`The product ${id} is marked as inactive, and thus no new subscriptions or payments may be created to it.`,
			'product_inactive',
		)
	return id
}
