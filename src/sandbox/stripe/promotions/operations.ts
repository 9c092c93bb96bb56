import { z } from 'zod'
import { ApiError, badParam, noSuch } from '#sandbox/stripe/api/api-error.ts'
import { type Operation, operation } from '#sandbox/stripe/api/operation.ts'
import { createdParam, listPage, pageParams } from '#sandbox/stripe/api/paging.ts'
import {
	currency,
	decimal,
	flag,
	integer,
	list,
	metadata,
	oneOf,
	promotionCode,
	text,
	unixTime,
} from '#sandbox/stripe/api/params.ts'
import { retrieve } from '#sandbox/stripe/payments/operations.ts'
import { newCoupon, newPromotionCode, requireFree } from '#sandbox/stripe/promotions/promotion-codes.ts'

export const promotionOperations: readonly Operation[] = [
	operation({
		name: 'coupons.create',
		method: 'POST',
		path: '/coupons',
		params: z.strictObject({
			id: text(200).optional(),
			amount_off: integer({ min: 1 }).optional(),
			applies_to: z.strictObject({ products: list(text(250)) }).optional(),
			currency: currency.optional(),
			duration: oneOf('once', 'forever').optional(),
			max_redemptions: integer({ min: 1 }).optional(),
			metadata: metadata.optional(),
			name: text(40).optional(),
			percent_off: decimal({ above: 0, most: 100 }).optional(),
			redeem_by: unixTime.optional(),
		}),
		run: ({ world }, params) => {
			const { amount_off: amount, percent_off: percentOff, currency: money } = params
			if ((amount === undefined) === (percentOff === undefined))
				throw badParam('percent_off', 'You must pass exactly one of: percent_off, amount_off.')
			if (amount !== undefined && money === undefined)
				throw badParam('currency', 'Missing required param: currency.', 'parameter_missing')
			if (params.id !== undefined && world.objects.find('coupon', params.id) !== undefined)
				throw new ApiError({
					status: 400,
					code: 'resource_already_exists',
					param: 'id',
					message: 'Coupon already exists.',
				})
			const products = params.applies_to?.products
			const missing = products?.find((id) => world.objects.find('product', id) === undefined)
			if (missing !== undefined)
				throw badParam('applies_to[products]', `No such product: '${missing}'`, 'resource_missing')
			return newCoupon(world, {
				...params,
				products,
				percentOff,
				amountOff: amount === undefined || money === undefined ? undefined : { amount, currency: money },
				maxRedemptions: params.max_redemptions,
				redeemBy: params.redeem_by,
			})
		},
	}),
	operation({
		name: 'coupons.update',
		method: 'POST',
		path: '/coupons/:id',
		params: z.strictObject({ name: text(40).optional(), metadata: metadata.optional() }),
		run: ({ world, id }, { name, metadata: labels }) => {
			const coupon = world.objects.find('coupon', id)
			if (coupon === undefined) throw noSuch('coupon', id, 'coupon')
			return world.objects.update('coupon', {
				...coupon,
				name: name ?? coupon.name,
				metadata: { ...coupon.metadata, ...labels },
			})
		},
	}),
	retrieve('coupons.retrieve', '/coupons/:id', 'coupon', 'coupon'),
	operation({
		name: 'coupons.list',
		method: 'GET',
		path: '/coupons',
		params: z.strictObject({ ...pageParams, created: createdParam }),
		run: ({ world, url }, { created, ...page }) =>
			listPage(world.objects, 'coupon', url, page, created === undefined ? {} : { created }),
	}),
	operation({
		name: 'promotionCodes.create',
		method: 'POST',
		path: '/promotion_codes',
		params: z.strictObject({
			promotion: z.strictObject({ type: oneOf('coupon'), coupon: text() }),
			active: flag.optional(),
			code: promotionCode.optional(),
			expires_at: unixTime.optional(),
			max_redemptions: integer({ min: 1 }).optional(),
			metadata: metadata.optional(),
			restrictions: z
				.strictObject({ minimum_amount: integer({ min: 1 }), minimum_amount_currency: currency })
				.optional(),
		}),
		run: ({ world }, { promotion: { coupon }, restrictions, ...params }) => {
			if (world.objects.find('coupon', coupon) === undefined)
				throw badParam('promotion[coupon]', `No such coupon: '${coupon}'`, 'resource_missing')
			return newPromotionCode(world, {
				...params,
				coupon,
				expiresAt: params.expires_at,
				maxRedemptions: params.max_redemptions,
				minimum: restrictions && {
					amount: restrictions.minimum_amount,
					currency: restrictions.minimum_amount_currency,
				},
			})
		},
	}),
	operation({
		name: 'promotionCodes.update',
		method: 'POST',
		path: '/promotion_codes/:id',
		params: z.strictObject({ active: flag.optional(), metadata: metadata.optional() }),
		run: ({ world, id }, { active, metadata: labels }) => {
			const promotion = world.objects.find('promotion_code', id)
			if (promotion === undefined) throw noSuch('promotion_code', id, 'promotion_code')
			if (active === true && !promotion.active) requireFree(world, promotion.code)
			return world.objects.update('promotion_code', {
				...promotion,
				active: active ?? promotion.active,
				metadata: { ...promotion.metadata, ...labels },
			})
		},
	}),
	retrieve('promotionCodes.retrieve', '/promotion_codes/:id', 'promotion_code', 'promotion_code'),
	operation({
		name: 'promotionCodes.list',
		method: 'GET',
		path: '/promotion_codes',
		params: z.strictObject({
			...pageParams,
			created: createdParam,
			active: flag.optional(),
			code: text().optional(),
			coupon: text().optional(),
		}),
		run: ({ world, url }, { created, active, code, coupon, ...page }) =>
			listPage(world.objects, 'promotion_code', url, page, {
				parent: coupon,
				where: {
					...(active === undefined ? {} : { active: active ? '1' : '0' }),
					...(code === undefined ? {} : { code }),
				},
				...(created === undefined ? {} : { created }),
			}),
	}),
]
