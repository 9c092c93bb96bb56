import { AppError } from '#server/platform/app-error.ts'

export function invalidSignature(cause: unknown): AppError {
	return new AppError('invalid_signature', 400, 'Invalid signature', { cause })
}

export function thinEvent(): AppError {
	return new AppError(
		'validation_failed',
		400,
		'This is a thin event, which does not contain the object that it is about: at https://dashboard.stripe.com/webhooks, make an endpoint with the payload style Snapshot and delete this one',
	)
}

export function unreadableEvent(reason: 'nested too deeply' | 'not JSON'): AppError {
	return new AppError('bad_json', 400, `The event is ${reason}`)
}
