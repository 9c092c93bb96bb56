import { z } from 'zod'
import { ApiError, badParam, noSuch } from '#sandbox/stripe/api/api-error.ts'
import { type Operation, operation } from '#sandbox/stripe/api/operation.ts'
import { createdParam, listPage, pageParams } from '#sandbox/stripe/api/paging.ts'
import {
	currency,
	flag,
	integer,
	list,
	metadata,
	oneOf,
	taxCode,
	text,
	webAddress,
} from '#sandbox/stripe/api/params.ts'
import { newPrice, newProduct } from '#sandbox/stripe/objects/products.ts'
import { retrieve } from '#sandbox/stripe/payments/operations.ts'
import { unixSeconds } from '#shared/clock.ts'

const productFields = {
	active: flag.optional(),
	description: text().optional(),
	images: list(text(2_048), 8).optional(),
	metadata: metadata.optional(),
	tax_code: taxCode.optional(),
	url: webAddress.optional(),
}

/** The operations on products and prices: enough to create what a shop sells, and to find it again. */
export const catalogueOperations: readonly Operation[] = [
	operation({
		name: 'products.create',
		method: 'POST',
		path: '/products',
		params: z.strictObject({ ...productFields, id: text(250).optional(), name: text(250) }),
		run: ({ world }, { active = true, ...fields }) => {
			if (fields.id !== undefined && world.objects.find('product', fields.id) !== undefined) {
				throw new ApiError({
					status: 400,
					code: 'resource_already_exists',
					param: 'id',
					message: 'Product already exists.',
				})
			}
			return newProduct(world, { ...fields, active })
		},
	}),
	operation({
		name: 'products.update',
		method: 'POST',
		path: '/products/:id',
		params: z.strictObject({
			...productFields,
			name: text(250).optional(),
			default_price: text().optional(),
		}),
		run: ({ world, id }, { metadata: labels, ...given }) => {
			const product = world.objects.find('product', id)
			if (product === undefined) throw noSuch('product', id)
			const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
			return world.objects.update('product', {
				...product,
				...changes,
				metadata: { ...product.metadata, ...labels },
				updated: unixSeconds(world.clock),
			})
		},
	}),
	retrieve('products.retrieve', '/products/:id', 'product', 'id'),
	operation({
		name: 'products.list',
		method: 'GET',
		path: '/products',
		params: z.strictObject({ ...pageParams, created: createdParam, active: flag.optional() }),
		run: ({ world, url }, { created, active, ...page }) =>
			listPage(world.objects, 'product', url, page, {
				where: activeOnly(active),
				...(created === undefined ? {} : { created }),
			}),
	}),
	operation({
		name: 'prices.create',
		method: 'POST',
		path: '/prices',
		params: z.strictObject({
			active: flag.optional(),
			currency,
			lookup_key: text(200).optional(),
			metadata: metadata.optional(),
			nickname: text().optional(),
			product: text(),
			tax_behavior: oneOf('inclusive', 'exclusive', 'unspecified').optional(),
			unit_amount: integer(),
		}),
		run: ({ world }, params) => {
			if (world.objects.find('product', params.product) === undefined) {
				throw badParam('product', `No such product: '${params.product}'`, 'resource_missing')
			}
			return newPrice(world, {
				product: params.product,
				currency: params.currency,
				unitAmount: params.unit_amount,
				taxBehavior: params.tax_behavior,
				metadata: params.metadata,
				nickname: params.nickname,
				lookupKey: params.lookup_key,
				active: params.active ?? true,
			})
		},
	}),
	retrieve('prices.retrieve', '/prices/:id', 'price', 'price'),
	operation({
		name: 'prices.list',
		method: 'GET',
		path: '/prices',
		params: z.strictObject({
			...pageParams,
			created: createdParam,
			active: flag.optional(),
			product: text().optional(),
		}),
		run: ({ world, url }, { created, active, product, ...page }) =>
			listPage(world.objects, 'price', url, page, {
				parent: product,
				where: activeOnly(active),
				...(created === undefined ? {} : { created }),
			}),
	}),
]

/** Translates a boolean for a query, because SQLite reads `true` in JSON as the number 1. */
function activeOnly(active: boolean | undefined): Record<string, string> {
	return active === undefined ? {} : { active: active ? '1' : '0' }
}
