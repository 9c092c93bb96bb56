import type { Context } from 'hono'
import { RestError } from '#server/apis/rest/rest-error.ts'
import { asRefusal } from '#server/platform/db/failure.ts'
import type { Env } from '#server/platform/http/env.ts'
import { AppError, type AppErrorCode } from '#shared/app-error.ts'

interface ErrorBody {
	status: number
	code: string
	message: string
	details: string | null
	hint: string | null
}

const errorBodies: Partial<Record<AppErrorCode, Partial<ErrorBody>>> = {
	no_authorization: { hint: 'No `apikey` request header was found.' },
	bad_jwt: { status: 401, code: 'PGRST301' },
	jwt_expired: { status: 401, code: 'PGRST303', message: 'JWT expired' },
	session_not_found: { status: 401, code: 'PGRST303' },
	bad_json: { code: 'PGRST102', message: 'Empty or invalid json' },
	unavailable: { code: 'PGRST001' },
}

/** Every refusal of the REST wire as `{ code, details, hint, message }`, nulls kept. What was not foreseen says nothing of itself. */
export function renderError(thrown: unknown, c: Context<Env>): Response {
	const error = asRefusal(thrown)
	if (!(error instanceof AppError) || error.status >= 500)
		c.get('log').error({ err: error }, 'rest request failed')
	const { status, ...body } = errorBody(error)
	const headers = new Headers({ 'content-type': 'application/json; charset=utf-8' })
	if (error instanceof AppError && error.retryAfter !== undefined)
		headers.set('retry-after', String(error.retryAfter))
	if (body.code === 'PGRST301' || body.code === 'PGRST303') {
		headers.set('www-authenticate', `Bearer error="invalid_token", error_description="${body.message}"`)
	}
	return new Response(c.req.method === 'HEAD' ? null : JSON.stringify(body), { status, headers })
}

function errorBody(error: unknown): ErrorBody {
	if (error instanceof RestError) {
		return {
			status: error.status,
			code: error.apiCode,
			details: error.apiDetails,
			hint: error.hint,
			message: error.message,
		}
	}
	if (error instanceof AppError) {
		const plain = {
			status: error.status,
			code: error.code,
			details: null,
			hint: null,
			message: error.message,
		}
		return { ...plain, ...errorBodies[error.code] }
	}
	return {
		status: 500,
		code: 'unexpected_failure',
		details: null,
		hint: null,
		message: 'Something went wrong on our side',
	}
}
