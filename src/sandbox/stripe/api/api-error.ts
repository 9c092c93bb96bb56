export type ApiErrorType = 'invalid_request_error' | 'idempotency_error' | 'card_error' | 'api_error'

interface ApiErrorOptions {
	status: 400 | 401 | 402 | 403 | 404 | 409 | 429 | 500
	type?: ApiErrorType
	code?: string | undefined
	param?: string | undefined
	message: string
}

/** An answer in Stripe's error form (https://docs.stripe.com/api/errors). */
export class ApiError extends Error {
	readonly status: ApiErrorOptions['status']
	readonly type: ApiErrorType
	readonly code: string | undefined
	readonly param: string | undefined

	constructor({ status, type = 'invalid_request_error', code, param, message }: ApiErrorOptions) {
		super(message)
		this.name = 'ApiError'
		this.status = status
		this.type = type
		this.code = code
		this.param = param
	}

	toJSON(): { error: Record<string, string> } {
		const { type, code, param, message } = this
		return {
			error: {
				...(code === undefined ? {} : { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` }),
				message,
				...(param === undefined ? {} : { param }),
				type,
			},
		}
	}
}

const nouns: Record<string, string> = {
	'checkout.session': 'checkout.session',
	payment_intent: 'payment_intent',
	payment_method: 'PaymentMethod',
	charge: 'charge',
	refund: 'refund',
	dispute: 'dispute',
	product: 'product',
	price: 'price',
	event: 'event',
}

export function noSuch(kind: string, id: string, param = 'id'): ApiError {
	return new ApiError({ status: 404, code: 'resource_missing', param, message: `No such ${nouns[kind] ?? kind}: '${id}'` })
}

export function badParam(param: string, message: string, code?: string): ApiError {
	return new ApiError({ status: 400, param, message, code })
}
