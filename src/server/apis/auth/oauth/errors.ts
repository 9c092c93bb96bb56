import { AppError } from '#server/platform/app-error.ts'

export function badCallback(message: string, cause?: unknown): AppError {
	return new AppError('bad_oauth_callback', 400, message, { cause })
}

/** Reports a flow that is unknown or too old, or began in another browser. */
export function badState(message: string): AppError {
	return new AppError('bad_oauth_state', 400, message)
}

export function providerUnavailable(cause?: unknown): AppError {
	return new AppError('unavailable', 503, 'The provider does not answer. Please try again in a moment.', {
		retryAfter: 30,
		cause,
	})
}

export function providerNotEnabled(which: string): AppError {
	return new AppError('provider_disabled', 400, `Provider ${which} is not enabled`)
}

export function emailUnverifiedAtProvider(provider: string): AppError {
	return new AppError(
		'provider_email_needs_verification',
		403,
		`Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
	)
}

export function identityAlreadyLinked({ isOwn }: { isOwn: boolean }): AppError {
	return new AppError(
		'identity_already_exists',
		422,
		isOwn ? 'Identity is already linked' : 'Identity is already linked to another user',
	)
}

/** An invalid ID token. The API returns it in OAuth's error format. */
export class IdTokenError extends AppError {
	readonly error: 'invalid request' | 'invalid nonce'

	constructor(error: 'invalid request' | 'invalid nonce', message: string, cause?: unknown) {
		super('validation_failed', 400, message, { cause })
		this.name = 'IdTokenError'
		this.error = error
	}
}
