import { AppError } from '#server/platform/app-error.ts'

// The errors of the Auth API, in the reference server's codes and words. Those of one subject are declared in its folder.

/** Reports a body of which a field, or all of it, has the wrong type. */
export function wrongFieldType(field: string | undefined): AppError {
	const fault = field ? `${field} has the wrong type` : 'an object was expected'
	return new AppError('bad_json', 400, `Could not parse request body as JSON: ${fault}`)
}

/** Reports an address in which an id is not a UUID. */
export function malformedId(name: 'factor_id' | 'identity_id' | 'user_id'): AppError {
	return new AppError('validation_failed', 404, `${name} must be an UUID`)
}

export function noBearerToken(): AppError {
	return new AppError('no_authorization', 401, 'This endpoint requires a valid Bearer token')
}

/** Reports an expired token. The Auth API has one code for every token that it rejects. */
export function expiredToken(): AppError {
	return new AppError(
		'bad_jwt',
		403,
		'invalid JWT: unable to parse or verify signature, token has invalid claims: token is expired',
	)
}

/** Reports a token that isn't a user's. */
export function noSubject(): AppError {
	return new AppError('bad_jwt', 403, 'invalid claim: missing sub claim')
}

/** Reports a valid token of an account that has been deleted. */
export function subjectNotFound(): AppError {
	return new AppError('user_not_found', 403, 'User from sub claim in JWT does not exist')
}

/** Reports a ban, with status 400 when a password or a code is exchanged for tokens. */
export function userBanned(status: 400 | 403 = 403): AppError {
	return new AppError('user_banned', status, 'User is banned')
}

/** Reports an unconfirmed address, with status 400 when a password is exchanged for tokens. */
export function emailNotConfirmed(status: 400 | 403): AppError {
	return new AppError('email_not_confirmed', status, 'Email not confirmed')
}

export function signUpsClosed(): AppError {
	return new AppError('signup_disabled', 422, 'Signups not allowed for this instance')
}

export function anonymousSignInsDisabled(): AppError {
	return new AppError('anonymous_provider_disabled', 422, 'Anonymous sign-ins are disabled')
}

export function userAlreadyExists(): AppError {
	return new AppError('user_already_exists', 422, 'User already registered')
}

/** Reports an address that another account has. */
export function emailExists(cause?: unknown): AppError {
	return new AppError('email_exists', 422, 'A user with this email address has already been registered', {
		cause,
	})
}

/** Reports a code from an email or a text message that is wrong or too old. */
export function codeExpired(): AppError {
	return new AppError('otp_expired', 403, 'Token has expired or is invalid')
}

export function emailTooSoon(secondsLeft: number): AppError {
	return new AppError(
		'over_email_send_rate_limit',
		429,
		`For security purposes, you can only request this after ${secondsLeft} seconds.`,
		{ retryAfter: secondsLeft },
	)
}

/** Reports that the shop has sent as many emails as it may in an hour. */
export function emailsSpent(secondsLeft: number): AppError {
	return new AppError('over_email_send_rate_limit', 429, 'email rate limit exceeded', {
		retryAfter: secondsLeft,
	})
}

export function captchaRefused(reason: string): AppError {
	return new AppError('captcha_failed', 400, `captcha protection: request disallowed (${reason})`)
}

export function manualLinkingDisabled(): AppError {
	return new AppError('manual_linking_disabled', 404, 'Manual linking is disabled')
}

/** Reports that the user, or their university, cancelled the sign-in. */
export function cancelledAtProvider(cause?: unknown): AppError {
	return new AppError('access_denied', 403, 'Signing in was cancelled at the provider', { cause })
}

/** Reports a security key or passkey that an account has already. */
export function credentialExists(): AppError {
	return new AppError('webauthn_credential_exists', 422, 'This credential is already registered')
}

/** Reports what the reference server can do and this shop never does. */
export function featureDisabled(message: string): AppError {
	return new AppError('feature_disabled', 404, message)
}

export function samlDisabled(): AppError {
	return new AppError('saml_provider_disabled', 404, 'SAML 2.0 is disabled')
}
