import { z } from 'zod'
import { ApiError, noSuch } from '#sandbox/stripe/api/api-error.ts'
import { type Call, type Operation, operation } from '#sandbox/stripe/api/operation.ts'
import { createdParam, listPage, pageParams } from '#sandbox/stripe/api/paging.ts'
import { oneOf, text } from '#sandbox/stripe/api/params.ts'
import { createCheckoutSession } from '#sandbox/stripe/checkout-sessions/create-checkout-session.ts'
import { checkoutSessionCreateParams } from '#sandbox/stripe/checkout-sessions/create-params.ts'
import {
	currentCheckoutSession,
	expireCheckoutSession,
} from '#sandbox/stripe/checkout-sessions/expire-checkout-session.ts'
import type { StoredCheckoutSession } from '#sandbox/stripe/objects/kinds.ts'
import { applyDiscounts } from '#sandbox/stripe/promotions/apply-code.ts'

const listParams = z.strictObject({
	...pageParams,
	created: createdParam,
	payment_intent: text().optional(),
	status: oneOf('open', 'complete', 'expired').optional(),
	customer_details: z.strictObject({ email: text() }).optional(),
})

export const checkoutSessionOperations: readonly Operation[] = [
	operation({
		name: 'checkout.sessions.create',
		method: 'POST',
		path: '/checkout/sessions',
		params: checkoutSessionCreateParams,
		run: ({ world }, params) =>
			world.store.transaction(() =>
				applyDiscounts(world, createCheckoutSession(world, params), params.discounts),
			),
	}),
	operation({
		name: 'checkout.sessions.list',
		method: 'GET',
		path: '/checkout/sessions',
		params: listParams,
		run: ({ world, url }, { created, payment_intent, status, customer_details, ...page }) =>
			listPage(world.objects, 'checkout.session', url, page, {
				...(created === undefined ? {} : { created }),
				where: {
					...(payment_intent === undefined ? {} : { payment_intent }),
					...(status === undefined ? {} : { status }),
					...(customer_details === undefined ? {} : { 'customer_details.email': customer_details.email }),
				},
			}),
	}),
	operation({
		name: 'checkout.sessions.retrieve',
		method: 'GET',
		path: '/checkout/sessions/:id',
		params: z.strictObject({}),
		run: (call) => checkoutSessionOf(call),
	}),
	operation({
		name: 'checkout.sessions.expire',
		method: 'POST',
		path: '/checkout/sessions/:id/expire',
		params: z.strictObject({}),
		run: (call) => {
			const checkoutSession = checkoutSessionOf(call)
			if (checkoutSession.status === 'open') return expireCheckoutSession(call.world, checkoutSession)
			throw new ApiError({
				status: 400,
				message: `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${checkoutSession.status}\`.`,
			})
		},
	}),
	operation({
		name: 'checkout.sessions.listLineItems',
		method: 'GET',
		path: '/checkout/sessions/:id/line_items',
		params: z.strictObject(pageParams),
		run: (call, page) =>
			listPage(call.world.objects, 'item', call.url, page, {
				parent: checkoutSessionOf(call).id,
				oldestFirst: true,
			}),
	}),
]

function checkoutSessionOf({ world, id }: Call): StoredCheckoutSession {
	const checkoutSession = currentCheckoutSession(world, id)
	if (checkoutSession === undefined) throw noSuch('checkout.session', id, 'session')
	return checkoutSession
}
