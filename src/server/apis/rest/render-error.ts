import { RestError } from '#server/apis/rest/errors.ts'
import { AppError, type AppErrorCode } from '#server/platform/app-error.ts'
import { createErrorHandler, type FormatError } from '#server/platform/http/error-handler.ts'

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
	// Only for a text that PostgreSQL can't store; this is its own code.
	validation_failed: { code: '22021' },
}

/** Formats every error as `{ code, details, hint, message }`, nulls included. An unexpected error does not reveal its cause. */
export const formatError: FormatError = (error) => {
	const { status, ...body } = errorBody(error)
	const isTokenError = body.code === 'PGRST301' || body.code === 'PGRST303'
	const challenge = isTokenError
		? `Bearer error="invalid_token", error_description="${body.message}"`
		: 'Bearer'
	return {
		status,
		body,
		headers: {
			...(status === 401 ? { 'www-authenticate': challenge } : {}),
			...(error instanceof RestError ? error.headers : {}),
		},
	}
}

export const renderError = createErrorHandler(formatError)

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
