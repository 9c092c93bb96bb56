import { AppError } from '#server/platform/app-error.ts'

/** Why a password is too weak, in the reference server's words. */
export type WeakPasswordReason = 'characters' | 'length' | 'pwned'

export function weakPassword(message: string, reasons: readonly WeakPasswordReason[]): AppError {
	return new AppError('weak_password', 422, message, { details: { weak_password: { reasons } } })
}

export function samePassword(): AppError {
	return new AppError('same_password', 422, 'New password should be different from the old password.')
}

export function currentPasswordRequired(): AppError {
	return new AppError(
		'current_password_required',
		400,
		'Current password required when setting new password.',
	)
}

/** Reports a wrong current password, in the words for a missing one. */
export function currentPasswordInvalid(): AppError {
	return new AppError('current_password_invalid', 400, 'Current password required when setting new password.')
}

export function reauthenticationNeeded(message: string): AppError {
	return new AppError('reauthentication_needed', 400, message)
}

export function invalidNonce(): AppError {
	return new AppError('reauthentication_not_valid', 422, 'Nonce has expired or is invalid')
}

/** Reports that too many passwords are waiting to be hashed. */
export function tooManySignIns(): AppError {
	return new AppError(
		'unavailable',
		503,
		'Many people are signing in just now. Please try again in a moment.',
		{ retryAfter: 2 },
	)
}
