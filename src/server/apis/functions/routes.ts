import { type Context, Hono } from 'hono'
import { confirmPayment } from '#server/apis/functions/confirm-payment.ts'
import { createPayment } from '#server/apis/functions/create-payment.ts'
import type { FunctionOptions } from '#server/apis/functions/dependencies.ts'
import { renderError } from '#server/apis/functions/render-error.ts'
import { createEventReceiver } from '#server/apis/functions/stripe-webhook.ts'
import type { AccessClaims } from '#server/platform/db/caller.ts'
import { apiFrame } from '#server/platform/http/api-frame.ts'
import { readBytes, readJson } from '#server/platform/http/body.ts'
import type { Env } from '#server/platform/http/env.ts'
import { AppError } from '#shared/app-error.ts'

const bodyLimitBytes = 256 * 1024
// Some events contain whole objects, but all of Stripe's are far smaller than this.
const eventLimitBytes = 512 * 1024

/** Serves the Functions API: `POST /functions/v1/<name>`. */
export function createFunctionRoutes(options: FunctionOptions): Hono<Env> {
	const routes = new Hono<Env>()
	const receiveEvent = createEventReceiver(options)
	// Before the CORS headers of the other functions: no browser calls this one.
	routes.use('/stripe-webhook', async (c, next) => {
		await next()
		c.res.headers.set('cache-control', 'no-store')
	})
	routes.post('/stripe-webhook', async (c) => {
		const body = await readBytes(c.req.raw, eventLimitBytes)
		const signature = c.req.header('stripe-signature') ?? ''
		await receiveEvent({ body, signature, log: c.get('log') })
		return c.json({ received: true })
	})
	routes.all('/stripe-webhook', () => {
		throw new AppError({ code: 'method_not_allowed', status: 405, message: 'Method not allowed' })
	})

	const frame = apiFrame({
		methods: ['POST'],
		accepts: ['authorization', 'x-client-info', 'apikey', 'content-type'],
		exposes: [],
	})
	routes.use('*', frame)
	routes.post('/create-payment', async (c) => {
		const claims = await signedIn(options, c)
		return c.json(await createPayment(options, claims, await readJson(c.req.raw, bodyLimitBytes)))
	})
	routes.post('/confirm-payment', async (c) => {
		const claims = await signedIn(options, c)
		return c.json(await confirmPayment(options, claims, await readJson(c.req.raw, bodyLimitBytes)))
	})
	routes.all('*', () => {
		throw new AppError({ code: 'not_found', status: 404, message: 'Requested function was not found' })
	})
	routes.onError(renderError)
	return routes
}

/** Returns the caller's claims after applying the limits per address and per user. Throws `no_authorization` if they are not signed in. */
async function signedIn(
	{ authenticate, rateLimits, database }: FunctionOptions,
	c: Context<Env>,
): Promise<AccessClaims> {
	const caller = await authenticate(c.req.raw)
	if (caller.role !== 'authenticated') {
		throw new AppError({
			code: 'no_authorization',
			status: 401,
			message: 'Please sign in to purchase this product',
		})
	}
	await rateLimits.consume('checkoutAddress', c.get('clientAddress'))
	// A token outlives its session.
	await database.requireSession(caller)
	await rateLimits.consume('checkout', caller.claims.sub)
	return caller.claims
}
