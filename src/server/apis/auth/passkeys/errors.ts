import { AppError } from '#server/platform/app-error.ts'

export function passkeysDisabled(): AppError {
	return new AppError({ code: 'passkey_disabled', status: 404, message: 'Passkeys are disabled' })
}

export function passkeyNotFound(): AppError {
	return new AppError({ code: 'validation_failed', status: 404, message: 'Passkey not found' })
}

export function tooManyPasskeys(): AppError {
	return new AppError({
		code: 'too_many_passkeys',
		status: 422,
		message: 'Maximum number of passkeys reached',
	})
}

export function passkeyChallengeNotFound(): AppError {
	return new AppError({
		code: 'webauthn_challenge_not_found',
		status: 400,
		message: 'Challenge not found or already used',
	})
}

export function passkeyChallengeExpired(): AppError {
	return new AppError({ code: 'webauthn_challenge_expired', status: 400, message: 'Challenge has expired' })
}

export function malformedCredential(cause: unknown): AppError {
	return new AppError({
		code: 'webauthn_verification_failed',
		status: 400,
		message: 'Invalid credential response',
		cause,
	})
}

/** Reports a key that was not accepted, whatever the reason. */
export function credentialRefused(cause?: unknown): AppError {
	return new AppError({
		code: 'webauthn_verification_failed',
		status: 400,
		message: 'Credential verification failed',
		cause,
	})
}
