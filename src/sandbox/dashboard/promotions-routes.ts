import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import { type PromotionView, promotionsPage } from '#sandbox/dashboard/promotions-page.ts'
import { isJson, readInput } from '#sandbox/http/requests.ts'
import {
	findActive,
	newCoupon,
	newPromotionCode,
	redeemable,
} from '#sandbox/stripe/promotions/promotion-codes.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'

const codesShown = 100

/** A number in a form. If the field is empty, the form sends an empty string. */
const wholeNumber = (most: number) =>
	z.preprocess(
		(value) => (value === '' ? undefined : value),
		z.coerce.number().int().min(1).max(most).optional(),
	)

const newCode = z
	.object({
		code: z.string().regex(/^[A-Za-z0-9-]{1,40}$/, 'must be letters, digits and dashes, at most 40'),
		percentOff: wholeNumber(100),
		penceOff: wholeNumber(1_000_000),
		most: wholeNumber(1_000_000),
	})
	.refine(({ percentOff, penceOff }) => (percentOff === undefined) !== (penceOff === undefined), {
		error: 'give either per cent or pence off',
		path: ['percentOff'],
	})

/** Lets a merchant create promotion codes, as in Stripe's dashboard: with a form on the page, or with JSON from a script. */
export function createPromotionsRoutes(world: StripeWorld): Hono {
	const app = new Hono()

	app.get('/stripe/promotion-codes', (c) => {
		const { data } = world.objects.list('promotion_code', { limit: codesShown })
		const views = data.map(
			(promotion): PromotionView => ({
				promotion,
				coupon: world.objects.find('coupon', promotion.promotion.coupon),
				isUsable: promotion.active && redeemable(world, promotion) !== undefined,
			}),
		)
		return c.html(promotionsPage(views))
	})

	app.post('/stripe/promotion-codes', async (c) => {
		const { code, percentOff, penceOff, most } = await readInput(c, newCode)
		const made = world.store.transaction(() => {
			if (findActive(world, code) !== undefined)
				throw new HTTPException(409, { message: `There is an active code ${code} already.` })
			const amountOff = penceOff === undefined ? undefined : { amount: penceOff, currency: 'gbp' }
			const coupon = newCoupon(world, { percentOff, amountOff })
			return newPromotionCode(world, { coupon: coupon.id, code, maxRedemptions: most })
		})
		return isJson(c) ? c.json(made) : c.redirect('/stripe/promotion-codes', 303)
	})

	return app
}
