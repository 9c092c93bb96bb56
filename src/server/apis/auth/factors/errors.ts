import { AppError, type AppErrorCode } from '#server/platform/app-error.ts'

export function factorNotFound(): AppError {
	return new AppError('mfa_factor_not_found', 404, 'Factor not found')
}

/** Reports a kind of factor that the shop doesn't offer. */
export function kindNotOffered({ code, name }: { code: AppErrorCode; name: string }): AppError {
	return new AppError(code, 422, `MFA enroll is disabled for ${name}`)
}

export function tooManyFactors(): AppError {
	return new AppError(
		'too_many_enrolled_mfa_factors',
		422,
		'Maximum number of verified factors reached, unenroll to continue',
	)
}

/** Reports a name that another of the user's factors has. */
export function factorNameTaken(name: string): AppError {
	return new AppError(
		'mfa_factor_name_conflict',
		422,
		`A factor with the friendly name "${name}" for this user already exists`,
	)
}

/** Reports a phone number that would be both the first and the second factor. */
export function phoneIsBothSteps(): AppError {
	return new AppError('validation_failed', 422, 'A number that signs in cannot be the second step too')
}

export function phoneFactorExists(): AppError {
	return new AppError(
		'mfa_verified_factor_exists',
		422,
		'A verified phone factor already exists, unenroll the existing factor to continue',
	)
}

/** Reports a factor of a shop that no longer sends text messages. */
export function phoneFactorsDisabled(): AppError {
	return new AppError('mfa_phone_verify_not_enabled', 422, 'MFA verification is disabled for Phone')
}

export function factorChallengeNotFound(): AppError {
	return new AppError('mfa_factor_not_found', 422, 'MFA factor with the provided challenge ID not found')
}

export function factorChallengeExpired(id: string): AppError {
	return new AppError(
		'mfa_challenge_expired',
		422,
		`MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
	)
}

/** Reports an answer from another network than the challenge's, or one to a challenge that has been answered. */
export function networkMismatch(): AppError {
	return new AppError('mfa_ip_address_mismatch', 422, 'Challenge and verify IP addresses mismatch.')
}

/** Reports a wrong code or key. */
export function secondStepFailed(message: string, cause?: unknown): AppError {
	return new AppError('mfa_verification_failed', 422, message, { cause })
}

/** Reports that the server's clock is so far off that no code can be checked. */
export function serverClockWrong(difference: string): AppError {
	return new AppError(
		'server_clock_wrong',
		422,
		`The clock of this server is ${difference} its database’s, so your code may be right and still be refused. Its owner must set the clock.`,
	)
}

/** Reports that only recovery codes would be left as the second step, or that there is nothing for them to stand in for. */
export function recoveryCodesAlone(): AppError {
	return new AppError('mfa_recovery_codes_sole_factor', 422, 'Recovery codes need another verified factor')
}

export function recoveryCodesExist(): AppError {
	return new AppError(
		'mfa_verified_factor_exists',
		422,
		'Recovery codes exist already, regenerate them instead',
	)
}

export function recoveryCodesLocked(retryAfter: number): AppError {
	return new AppError(
		'mfa_recovery_codes_locked',
		429,
		'Too many wrong codes, please wait or use another factor',
		{ retryAfter },
	)
}
