import { z } from 'zod'
import { AppError } from '#server/platform/app-error.ts'
import { unexpectedFailure } from '#server/platform/errors.ts'
import { createErrorHandler, type FormatError } from '#server/platform/http/error-handler.ts'

const unauthorised: readonly string[] = ['bad_jwt', 'jwt_expired', 'session_not_found', 'invalid_api_key']

/** The schema of the errors, for the OpenAPI document. */
export const commonErrors = z
	.strictObject({
		code: z.string(),
		message: z.string(),
		details: z.record(z.string(), z.unknown()).optional(),
		request_id: z.string(),
	})
	.meta({ id: 'Error' })

/**
 * Formats every error as `{ code, message, details?, request_id }`. If the error is unexpected, the response reveals nothing
 * about it.
 */
export const formatError: FormatError = (error, requestId) => {
	const { status, code, message, details } = error instanceof AppError ? error : unexpectedFailure()
	return {
		status: unauthorised.includes(code) ? 401 : status,
		body: { code, message, ...(details ? { details } : {}), request_id: requestId },
		headers: { 'content-type': 'application/json' },
	}
}

export const renderError = createErrorHandler(formatError)
