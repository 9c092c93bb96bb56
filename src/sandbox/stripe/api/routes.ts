import { Hono } from 'hono'
import { z } from 'zod'
import { ApiError, type ErrorStatus } from '#sandbox/stripe/api/api-error.ts'
import { authenticate } from '#sandbox/stripe/api/authenticate.ts'
import { createCallRate } from '#sandbox/stripe/api/call-rate.ts'
import { expand } from '#sandbox/stripe/api/expand.ts'
import { type FormFields, parseForm } from '#sandbox/stripe/api/form.ts'
import { findAnswer, type KeyedCall, type SavedAnswer, saveAnswer } from '#sandbox/stripe/api/idempotency.ts'
import { type ApiContext, type ApiEnv, afterActing, beforeActing } from '#sandbox/stripe/api/inject-fault.ts'
import type { Operation } from '#sandbox/stripe/api/operation.ts'
import { list, readParams, text } from '#sandbox/stripe/api/params.ts'
import { requirePermissions } from '#sandbox/stripe/api/permissions.ts'
import { balanceOperations } from '#sandbox/stripe/balance/operations.ts'
import { payoutOperations } from '#sandbox/stripe/balance/payouts.ts'
import { catalogueOperations } from '#sandbox/stripe/catalogue/operations.ts'
import { checkoutSessionOperations } from '#sandbox/stripe/checkout-sessions/operations.ts'
import { disputeOperations } from '#sandbox/stripe/disputes/operations.ts'
import { endpointOperations } from '#sandbox/stripe/endpoints/operations.ts'
import { eventOperations } from '#sandbox/stripe/events/operations.ts'
import { paymentOperations } from '#sandbox/stripe/payments/operations.ts'
import { promotionOperations } from '#sandbox/stripe/promotions/operations.ts'
import { refundOperations } from '#sandbox/stripe/refunds/operations.ts'
import { type OperationFault, readSwitches, takeFault } from '#sandbox/stripe/switches/switches.ts'
import { apiVersion, type StripeWorld } from '#sandbox/stripe/world.ts'

interface ApiOptions {
	world: StripeWorld
	secretKey: string
	log: (line: string) => void
}

export const operations: readonly Operation[] = [
	...checkoutSessionOperations,
	...paymentOperations,
	...refundOperations,
	...disputeOperations,
	...catalogueOperations,
	...promotionOperations,
	...balanceOperations,
	...payoutOperations,
	...endpointOperations,
	...eventOperations,
]

const expandParam = z.object({ expand: list(text(), 20).optional() })
const internalError = new ApiError({ status: 500, type: 'api_error', message: 'An unknown error occurred' })

/** Serves the part of Stripe's API that the sandbox implements, under `/v1`. */
export function createApiRoutes({ world, secretKey, log }: ApiOptions): Hono<ApiEnv> {
	const app = new Hono<ApiEnv>()
	const rate = createCallRate(world.clock)
	const keysInUse = new Set<string>()

	app.use('/v1/*', async (c, next) => {
		c.set('requestId', world.newId('req', 14))
		c.header('request-id', c.get('requestId'))
		const { restrictedKeys, callsPerSecond } = readSwitches(world.store)
		c.set('apiKey', authenticate(c.req.header('authorization'), { secretKey, restrictedKeys }))
		rate.count(callsPerSecond)
		c.header('stripe-version', versionOf(c.req.header('stripe-version')))
		await next()
	})

	for (const operation of operations) {
		app.on(operation.method, `/v1${operation.path}`, async (c) => {
			const key = operation.method === 'POST' ? c.req.header('idempotency-key') : undefined
			if (key === undefined) return await answerTo(c, operation)
			if (keysInUse.has(key)) throw keyInUse(key)
			keysInUse.add(key)
			try {
				return await answerTo(c, operation)
			} finally {
				keysInUse.delete(key)
			}
		})
	}

	app.all('/v1/*', (c) => {
		throw new ApiError({
			status: 404,
			message: `Unrecognized request URL (${c.req.method}: ${c.req.path}). The sandbox knows only what the shop needs of Stripe's API.`,
		})
	})

	app.onError((error, c) => {
		if (!(error instanceof ApiError)) log(`${c.req.method} ${c.req.path}: ${error.stack ?? error.message}`)
		const known = error instanceof ApiError ? error : internalError
		return c.json(known, known.status, known.headers)
	})

	async function answerTo(c: ApiContext, operation: Operation): Promise<Response> {
		const fault = takeFault(world.store, operation.name)
		const instead = fault === undefined ? undefined : await beforeActing(c, fault)
		if (instead !== undefined) return instead
		const answer = await serve(c, operation, fault)
		return fault === undefined ? answer : afterActing(c, fault, answer)
	}

	async function serve(
		c: ApiContext,
		operation: Operation,
		fault: OperationFault | undefined,
	): Promise<Response> {
		const requestId = c.get('requestId')
		const body = operation.method === 'GET' ? '' : await c.req.text()
		const { expand: paths = [], fields } = readFields(
			operation.method === 'GET' ? new URL(c.req.url).search : body,
		)
		const { permissions, masked: maskedKey } = c.get('apiKey')
		requirePermissions({ operation, permissions, maskedKey, expand: paths })
		const key = operation.method === 'POST' ? c.req.header('idempotency-key') : undefined
		const keyed: KeyedCall | undefined = key === undefined ? undefined : { key, path: c.req.path, body }
		if (key !== undefined) c.header('idempotency-key', key)

		const saved = keyed && findAnswer(world.store, keyed)
		if (saved !== undefined) {
			c.header('idempotent-replayed', 'true')
			c.header('original-request', saved.request)
			return present(c, saved)
		}
		// Reads the parameters before an answer can be saved. If they are invalid, nothing is done, so the error must not be saved
		// under the idempotency key.
		const work = operation.read(fields)
		return present(
			c,
			world.store.transaction(() => {
				const answer = { ...act(), request: requestId }
				if (keyed !== undefined) saveAnswer(world.store, keyed, answer)
				return answer
			}),
		)

		function act(): { status: 200 | ErrorStatus; body: string } {
			if (fault?.fault === 'answer-500') return { status: 500, body: JSON.stringify(internalError) }
			const request = operation.method === 'GET' ? null : { id: requestId, idempotencyKey: key ?? null }
			try {
				const result = work({ world: { ...world, request }, id: c.req.param('id') ?? '', url: c.req.path })
				if (fault?.fault === 'act-then-500') return { status: 500, body: JSON.stringify(internalError) }
				return { status: 200, body: JSON.stringify(expand(world.objects, result, paths), null, 2) }
			} catch (error) {
				if (error instanceof ApiError) return { status: error.status, body: JSON.stringify(error, null, 2) }
				throw error
			}
		}
	}

	return app
}

/**
 * Returns the version that the caller asks for; rejects an impossible one, as Stripe does. Whatever the version, answers have the
 * shapes of the SDK's version.
 */
function versionOf(asked = apiVersion): string {
	if (/^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/.test(asked)) return asked
	throw new ApiError({ status: 400, message: `Invalid Stripe API version: ${asked}` })
}

function keyInUse(key: string): ApiError {
	return new ApiError({
		status: 409,
		type: 'idempotency_error',
		code: 'idempotency_key_in_use',
		message: `There is currently another in-progress request using this Idempotency Key: '${key}'. Try again later.`,
	})
}

function present(c: ApiContext, answer: SavedAnswer): Response {
	// Advises against a retry: with the same key, it would only get the same error again.
	if (answer.status >= 500) c.header('stripe-should-retry', 'false')
	return c.body(answer.body, answer.status, { 'content-type': 'application/json' })
}

function readFields(form: string): { expand?: string[] | undefined; fields: FormFields } {
	try {
		const { expand: paths, ...fields } = parseForm(form)
		return { ...readParams(expandParam, paths === undefined ? {} : { expand: paths }), fields }
	} catch (error) {
		if (error instanceof RangeError) throw new ApiError({ status: 400, message: error.message })
		throw error
	}
}
