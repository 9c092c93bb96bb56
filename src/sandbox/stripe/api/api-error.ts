export type ApiErrorType = 'invalid_request_error' | 'idempotency_error' | 'card_error' | 'api_error'

export const errorStatuses = [400, 401, 403, 404, 409, 429, 500] as const

export type ErrorStatus = (typeof errorStatuses)[number]

interface ApiErrorOptions {
	status: ErrorStatus
	type?: ApiErrorType
	code?: string | undefined
	param?: string | undefined
	message: string
	headers?: Record<string, string>
}

/** An error in Stripe's format (https://docs.stripe.com/api/errors). */
export class ApiError extends Error {
	readonly status: ErrorStatus
	readonly type: ApiErrorType
	readonly code: string | undefined
	readonly param: string | undefined
	readonly headers: Record<string, string>

	constructor(options: ApiErrorOptions) {
		const { status, type = 'invalid_request_error', code, param, message, headers = {} } = options
		super(message)
		this.name = 'ApiError'
		this.status = status
		this.type = type
		this.code = code
		this.param = param
		this.headers = headers
	}

	toJSON(): { error: Record<string, string> } {
		const { type, code, param, message } = this
		return {
			error: {
				...(code === undefined
					? {}
					: { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` }),
				message,
				...(param === undefined ? {} : { param }),
				type,
			},
		}
	}
}

export function noSuch(kind: string, id: string, param = 'id'): ApiError {
	return new ApiError({ status: 404, code: 'resource_missing', param, message: `No such ${kind}: '${id}'` })
}

export function badParam(param: string, message: string, code?: string): ApiError {
	return new ApiError({ status: 400, param, message, code })
}
