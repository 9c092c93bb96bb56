import type { Context } from 'hono'
import { asRefusal } from '#server/platform/db/failure.ts'
import type { Env } from '#server/platform/http/env.ts'
import { AppError } from '#shared/app-error.ts'

const newFormatSince = '2024-01-01'

/** Renders an error as the Auth API does, in the old or new format that `X-Supabase-Api-Version` asks for. */
export function renderAuthError(c: Context<Env>, thrown: unknown): Response {
	const error = asAuthError(thrown)
	if (error.code === 'unexpected_failure') c.get('log').error({ err: thrown }, 'auth request failed')
	else if (error.status >= 500) c.get('log').warn({ err: error.cause }, error.message)
	const headers = new Headers({ 'x-sb-error-code': error.code })
	if (error.retryAfter !== undefined) headers.set('retry-after', String(error.retryAfter))
	const newFormat = wantsNewFormat(c.req.header('x-supabase-api-version'))
	if (newFormat) headers.set('x-supabase-api-version', newFormatSince)
	const body = newFormat
		? { code: error.code, message: error.message }
		: {
				code: error.status,
				error_code: error.code,
				msg: error.message,
				...(error.status >= 500 ? { error_id: c.get('requestId') } : {}),
			}
	return Response.json({ ...body, ...error.details }, { status: error.status, headers })
}

function wantsNewFormat(version: string | undefined): boolean {
	return version !== undefined && /^\d{4}-\d\d-\d\d$/.test(version) && version >= newFormatSince
}

function asAuthError(thrown: unknown): AppError {
	const error = asRefusal(thrown)
	if (!(error instanceof AppError)) {
		return new AppError({
			code: 'unexpected_failure',
			status: 500,
			message: 'Unexpected failure, please check server logs for more information',
		})
	}
	// The Auth API has one code for every token it rejects.
	if (error.code === 'jwt_expired') {
		return new AppError({
			code: 'bad_jwt',
			status: 403,
			message: 'invalid JWT: unable to parse or verify signature, token has invalid claims: token is expired',
		})
	}
	return error
}

/** Returns the error for a malformed request: 400 `validation_failed`. */
export function invalid(message: string): AppError {
	return new AppError({ code: 'validation_failed', status: 400, message })
}
