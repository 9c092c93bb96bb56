import type { Context } from 'hono'
import { AppError } from '#server/platform/app-error.ts'
import { createErrorHandler } from '#server/platform/http/error-handler.ts'
import type { Env } from '#server/platform/http/handle.ts'

const newFormatSince = '2024-01-01'

/** Answers every error in the old or new format of the Auth API, as `X-Supabase-Api-Version` asks. */
export function renderError(thrown: unknown, c: Context<Env>): Response {
	return wantsNewFormat(c.req.header('x-supabase-api-version'))
		? handleInNewFormat(thrown, c)
		: handleInOldFormat(thrown, c)
}

const handleInNewFormat = createErrorHandler((error) => {
	const { code, status, message, details } = asAuthError(error)
	return {
		status,
		body: { code, message, ...details },
		headers: {
			'content-type': 'application/json',
			'x-sb-error-code': code,
			'x-supabase-api-version': newFormatSince,
		},
	}
})

const handleInOldFormat = createErrorHandler((error, requestId) => {
	const { code, status, message, details } = asAuthError(error)
	const errorId = status >= 500 ? { error_id: requestId } : {}
	return {
		status,
		body: { code: status, error_code: code, msg: message, ...errorId, ...details },
		headers: { 'content-type': 'application/json', 'x-sb-error-code': code },
	}
})

function wantsNewFormat(version: string | undefined): boolean {
	return version !== undefined && /^\d{4}-\d\d-\d\d$/.test(version) && version >= newFormatSince
}

/** Reveals nothing about an unexpected error. */
function asAuthError(error: unknown): AppError {
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
