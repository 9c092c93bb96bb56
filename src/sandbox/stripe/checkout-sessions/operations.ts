import { z } from 'zod'
import { ApiError, noSuch } from '#sandbox/stripe/api/api-error.ts'
import { type Call, type Operation, operation } from '#sandbox/stripe/api/operation.ts'
import { createdParam, listPage, pageParams } from '#sandbox/stripe/api/paging.ts'
import { oneOf, text } from '#sandbox/stripe/api/params.ts'
import { createSession } from '#sandbox/stripe/checkout-sessions/create-checkout-session.ts'
import { sessionCreateParams } from '#sandbox/stripe/checkout-sessions/create-params.ts'
import { currentSession, expireSession } from '#sandbox/stripe/checkout-sessions/expire-checkout-session.ts'
import type { StoredSession } from '#sandbox/stripe/objects/kinds.ts'

const listParams = z.strictObject({
	...pageParams,
	created: createdParam,
	payment_intent: text().optional(),
	status: oneOf('open', 'complete', 'expired').optional(),
	customer_details: z.strictObject({ email: text() }).optional(),
})

export const sessionOperations: readonly Operation[] = [
	operation({
		name: 'checkout.sessions.create',
		method: 'POST',
		path: '/checkout/sessions',
		params: sessionCreateParams,
		run: ({ world }, params) => createSession(world, params),
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
		run: (call) => sessionOf(call),
	}),
	operation({
		name: 'checkout.sessions.expire',
		method: 'POST',
		path: '/checkout/sessions/:id/expire',
		params: z.strictObject({}),
		run: (call) => {
			const session = sessionOf(call)
			if (session.status === 'open') return expireSession(call.world, session)
			throw new ApiError({
				status: 400,
				message: `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
			})
		},
	}),
	operation({
		name: 'checkout.sessions.listLineItems',
		method: 'GET',
		path: '/checkout/sessions/:id/line_items',
		params: z.strictObject(pageParams),
		run: (call, page) =>
			listPage(call.world.objects, 'item', call.url, page, { parent: sessionOf(call).id, oldestFirst: true }),
	}),
]

function sessionOf({ world, id }: Call): StoredSession {
	const session = currentSession(world, id)
	if (session === undefined) throw noSuch('checkout.session', id, 'session')
	return session
}
