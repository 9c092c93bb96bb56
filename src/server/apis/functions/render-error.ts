import type { Context } from 'hono'
import { ZodError } from 'zod'
import { asRefusal } from '#server/platform/db/failure.ts'
import type { Env } from '#server/platform/http/env.ts'
import { AppError } from '#shared/app-error.ts'

/** Every refusal of the functions wire as `{ code, message, details?, request_id }`. What was not foreseen says nothing of itself. */
export function renderError(thrown: Error, c: Context<Env>): Response {
	const error = asRefusal(thrown)
	if (error instanceof ZodError)
		return c.json({ code: 'validation_failed', message: 'The request body is not as expected' }, 400)
	if (!(error instanceof AppError)) {
		c.get('log').error({ err: error }, 'function failed')
		return c.json({ code: 'unexpected_failure', message: 'Something went wrong on our side' }, 500)
	}
	if (error.status >= 500) c.get('log').error({ err: error }, 'function unavailable')
	const isUnauthorised = ['bad_jwt', 'jwt_expired', 'session_not_found', 'invalid_api_key'].includes(
		error.code,
	)
	return Response.json(
		{
			code: error.code,
			message: error.message,
			...(error.details ? { details: error.details } : {}),
			request_id: c.get('requestId'),
		},
		{
			status: isUnauthorised ? 401 : error.status,
			headers: error.retryAfter === undefined ? {} : { 'retry-after': String(error.retryAfter) },
		},
	)
}
