import type Stripe from 'stripe'
import type { StoredPrice } from '#sandbox/stripe/objects/kinds.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'
import { unixSeconds } from '#shared/clock.ts'

interface ProductFields {
	id?: string | undefined
	name: string
	description?: string | undefined
	images?: string[] | undefined
	metadata?: Record<string, string> | undefined
	tax_code?: string | undefined
	url?: string | undefined
	active: boolean
}

export function newProduct(world: StripeWorld, fields: ProductFields): Stripe.Product {
	const now = unixSeconds(world.clock)
	return world.objects.insert('product', {
		id: fields.id ?? world.newId('prod', 14),
		object: 'product',
		active: fields.active,
		created: now,
		default_price: null,
		description: fields.description ?? null,
		images: fields.images ?? [],
		livemode: false,
		marketing_features: [],
		metadata: fields.metadata ?? {},
		name: fields.name,
		package_dimensions: null,
		shippable: null,
		statement_descriptor: null,
		tax_code: fields.tax_code ?? null,
		tax_details: null,
		type: 'service',
		unit_label: null,
		updated: now,
		url: fields.url ?? null,
	})
}

interface PriceFields {
	product: string
	currency: string
	/** In the currency's smallest unit, such as pence. */
	unitAmount: number
	taxBehavior?: Stripe.Price.TaxBehavior | undefined
	metadata?: Record<string, string> | undefined
	nickname?: string | undefined
	lookupKey?: string | undefined
	active: boolean
}

export function newPrice(world: StripeWorld, fields: PriceFields): StoredPrice {
	return world.objects.insert(
		'price',
		{
			id: world.newId('price'),
			object: 'price',
			active: fields.active,
			billing_scheme: 'per_unit',
			created: unixSeconds(world.clock),
			currency: fields.currency,
			custom_unit_amount: null,
			livemode: false,
			lookup_key: fields.lookupKey ?? null,
			metadata: fields.metadata ?? {},
			nickname: fields.nickname ?? null,
			product: fields.product,
			recurring: null,
			tax_behavior: fields.taxBehavior ?? 'unspecified',
			tiers_mode: null,
			transform_quantity: null,
			type: 'one_time',
			unit_amount: fields.unitAmount,
			unit_amount_decimal: String(fields.unitAmount),
		},
		fields.product,
	)
}
