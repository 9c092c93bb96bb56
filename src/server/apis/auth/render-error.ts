import { expiredToken } from '#server/apis/auth/errors.ts'
import { AppError } from '#server/platform/app-error.ts'
import { unexpectedFailure } from '#server/platform/errors.ts'
import { createErrorHandler, type FormatError } from '#server/platform/http/error-handler.ts'
import { usualText } from '#server/platform/http/error-page.ts'

const newFormatSince = '2024-01-01'

/** Formats errors in the old or the new format of the Auth API, depending on the header `X-Supabase-Api-Version`. */
export const formatError: FormatError = (error, requestId, header) => {
	const { code, status, message, details } = asAuthError(error)
	const headers = { 'content-type': 'application/json', 'x-sb-error-code': code }
	const isOurFault = status >= 500 || code === 'wrong_encryption_key'
	if (wantsNewFormat(header('x-supabase-api-version')))
		return {
			status,
			isOurFault,
			body: { code, message, ...details },
			headers: { ...headers, 'x-supabase-api-version': newFormatSince },
		}
	const errorId = status >= 500 ? { error_id: requestId } : {}
	return {
		status,
		isOurFault,
		body: { code: status, error_code: code, msg: message, ...errorId, ...details },
		headers,
	}
}

export const renderError = createErrorHandler(formatError, (status) => ({
	...usualText(status),
	links: [{ to: '/auth', label: 'To the sign-in page, where you can begin again' }],
}))

function wantsNewFormat(version: string | undefined): boolean {
	return version !== undefined && /^\d{4}-\d\d-\d\d$/.test(version) && version >= newFormatSince
}

/** Returns the error to show. Reveals nothing about an unexpected one. */
function asAuthError(error: unknown): AppError {
	if (!(error instanceof AppError))
		return unexpectedFailure('Unexpected failure, please check server logs for more information')
	// The Auth API has one code for every token it rejects.
	if (error.code === 'jwt_expired') return expiredToken()
	return error
}
