import { AppError } from '#server/platform/app-error.ts'

export function passkeysDisabled(): AppError {
	return new AppError('passkey_disabled', 404, 'Passkeys are disabled')
}

export function passkeyNotFound(): AppError {
	return new AppError('validation_failed', 404, 'Passkey not found')
}

export function tooManyPasskeys(): AppError {
	return new AppError('too_many_passkeys', 422, 'Maximum number of passkeys reached')
}

export function passkeyChallengeNotFound(): AppError {
	return new AppError('webauthn_challenge_not_found', 400, 'Challenge not found or already used')
}

export function passkeyChallengeExpired(): AppError {
	return new AppError('webauthn_challenge_expired', 400, 'Challenge has expired')
}

export function malformedCredential(cause: unknown): AppError {
	return new AppError('webauthn_verification_failed', 400, 'Invalid credential response', { cause })
}

/** Reports a key that was not accepted, whatever the reason. */
export function credentialRefused(cause?: unknown): AppError {
	return new AppError('webauthn_verification_failed', 400, 'Credential verification failed', { cause })
}
