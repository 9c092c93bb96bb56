import { AppError } from '#server/platform/app-error.ts'

export function invalidSignature(cause: unknown): AppError {
	return new AppError({ code: 'invalid_signature', status: 400, message: 'Invalid signature', cause })
}

export function thinEvent(): AppError {
	return new AppError({
		code: 'validation_failed',
		status: 400,
		message:
			'This is a thin event, which does not contain the object that it is about: at https://dashboard.stripe.com/webhooks, make an endpoint with the payload style Snapshot and delete this one',
	})
}

export function unreadableEvent(reason: 'nested too deeply' | 'not JSON'): AppError {
	return new AppError({ code: 'bad_json', status: 400, message: `The event is ${reason}` })
}
