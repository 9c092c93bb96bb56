import type { Context } from 'hono'
import {
	accessDenied,
	invalidKey,
	invalidRequest,
	StorageError,
	storeUnavailable,
} from '#server/apis/storage/errors.ts'
import { AppError } from '#server/platform/app-error.ts'
import { InvalidBody } from '#server/platform/http/body.ts'
import { createErrorHandler, type FormatError } from '#server/platform/http/error-handler.ts'
import type { ErrorPageText } from '#server/platform/http/error-page.ts'
import type { Env } from '#server/platform/http/handle.ts'
import { UnstorableText } from '#server/platform/storable-text.ts'
import { StoreFailure } from '#server/shop/files/file-store.ts'

interface ErrorBody {
	status: number
	statusCode: string
	error: string
	message: string
	code: string
}

const internal: ErrorBody = {
	status: 500,
	statusCode: '500',
	error: 'Internal',
	message: 'Internal Server Error',
	code: 'InternalError',
}

/** Formats every error as `{ statusCode, error, message, code }`. An unexpected error does not reveal its cause. */
export const formatError: FormatError = (error) => {
	const { status, ...body } = errorBody(error)
	const isFileLost = error instanceof StorageError && error.error === 'Not found'
	return { status, body, isOurFault: isFileLost || status >= 500 }
}

const handleError = createErrorHandler(formatError, pageText)

export function renderError(thrown: unknown, c: Context<Env>): Response {
	return handleError(thrown instanceof StoreFailure ? storeUnavailable(thrown) : thrown, c)
}

/**
 * A PDF that was opened in a tab is asked for again when a phone has put the tab aside or the reader reloads it, and by then its link
 * has usually ended.
 */
function pageText(status: number, error: unknown): ErrorPageText {
	const links = [{ to: '/account/guides', label: 'Open it from your guides' }]
	if (error instanceof StorageError && error.message.startsWith('"exp" claim'))
		return {
			heading: 'This link has ended',
			text: 'Links to files work for a short time, so that nobody else can use them. The guide itself hasn’t gone.',
			links,
		}
	if (status === 429 || status >= 500)
		return {
			heading: 'This file can’t be opened just now',
			text: 'Nothing is lost. Please try again in a moment.',
			links,
		}
	return {
		heading: 'This link doesn’t open a file',
		text: 'It may be cut off, made for somebody else, or for a guide that you no longer have.',
		links,
	}
}

function errorBody(error: unknown): ErrorBody {
	if (error instanceof StorageError) {
		return {
			status: error.status,
			statusCode: error.statusCode,
			error: error.error,
			message: error.message,
			code: error.apiCode,
		}
	}
	if (error instanceof InvalidBody) return errorBody(invalidRequest(firstIssue(error)))
	if (error instanceof UnstorableText)
		return errorBody(
			error.isInUrl ? invalidKey('it contains a NUL character') : invalidRequest(error.message),
		)
	return error instanceof AppError ? ofAppError(error) : internal
}

function ofAppError(error: AppError): ErrorBody {
	switch (error.code) {
		case 'bad_json':
			return errorBody(invalidRequest('Body is not valid JSON'))
		case 'jwt_expired':
			return errorBody(accessDenied('"exp" claim timestamp check failed'))
		case 'over_request_rate_limit':
			return {
				...internal,
				status: 429,
				statusCode: '429',
				error: 'too_many_requests',
				message: error.message,
				code: 'SlowDown',
			}
		case 'request_entity_too_large': {
			const message = 'The object exceeded the maximum allowed size'
			return { status: 413, statusCode: '413', error: 'Payload too large', message, code: 'EntityTooLarge' }
		}
		case 'unavailable':
			return {
				...internal,
				status: 503,
				statusCode: '503',
				error: 'Unavailable',
				message: error.message,
				code: 'SlowDown',
			}
		default:
			return error.status >= 500 ? internal : errorBody(accessDenied(error.message))
	}
}

function firstIssue({ issue }: InvalidBody): string {
	return issue === undefined
		? 'body is not as expected'
		: ['body', ...issue.path].join('/').concat(` ${issue.message}`)
}
