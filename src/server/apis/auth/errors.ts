import { AppError } from '#server/platform/app-error.ts'

// The errors of the Auth API, in the reference server's codes and words. Those of one subject are declared in its folder.

/** Reports a body of which a field, or all of it, has the wrong type. */
export function wrongFieldType(field: string | undefined): AppError {
	const fault = field ? `${field} has the wrong type` : 'an object was expected'
	return new AppError({
		code: 'bad_json',
		status: 400,
		message: `Could not parse request body as JSON: ${fault}`,
	})
}

/** Reports an address in which an id is not a UUID. */
export function malformedId(name: 'factor_id' | 'identity_id' | 'user_id'): AppError {
	return new AppError({ code: 'validation_failed', status: 404, message: `${name} must be an UUID` })
}

export function noBearerToken(): AppError {
	return new AppError({
		code: 'no_authorization',
		status: 401,
		message: 'This endpoint requires a valid Bearer token',
	})
}

/** Reports an expired token. The Auth API has one code for every token that it rejects. */
export function expiredToken(): AppError {
	return new AppError({
		code: 'bad_jwt',
		status: 403,
		message: 'invalid JWT: unable to parse or verify signature, token has invalid claims: token is expired',
	})
}

/** Reports a token that isn't a user's. */
export function noSubject(): AppError {
	return new AppError({ code: 'bad_jwt', status: 403, message: 'invalid claim: missing sub claim' })
}

/** Reports a valid token of an account that has been deleted. */
export function subjectNotFound(): AppError {
	return new AppError({
		code: 'user_not_found',
		status: 403,
		message: 'User from sub claim in JWT does not exist',
	})
}

/** Reports a ban, with status 400 when a password or a code is exchanged for tokens. */
export function userBanned(status: 400 | 403 = 403): AppError {
	return new AppError({ code: 'user_banned', status, message: 'User is banned' })
}

/** Reports an unconfirmed address, with status 400 when a password is exchanged for tokens. */
export function emailNotConfirmed(status: 400 | 403): AppError {
	return new AppError({ code: 'email_not_confirmed', status, message: 'Email not confirmed' })
}

export function signUpsClosed(): AppError {
	return new AppError({
		code: 'signup_disabled',
		status: 422,
		message: 'Signups not allowed for this instance',
	})
}

export function anonymousSignInsDisabled(): AppError {
	return new AppError({
		code: 'anonymous_provider_disabled',
		status: 422,
		message: 'Anonymous sign-ins are disabled',
	})
}

export function userAlreadyExists(): AppError {
	return new AppError({ code: 'user_already_exists', status: 422, message: 'User already registered' })
}

/** Reports an address that another account has. */
export function emailExists(cause?: unknown): AppError {
	return new AppError({
		code: 'email_exists',
		status: 422,
		message: 'A user with this email address has already been registered',
		cause,
	})
}

/** Reports a code from an email or a text message that is wrong or too old. */
export function codeExpired(): AppError {
	return new AppError({ code: 'otp_expired', status: 403, message: 'Token has expired or is invalid' })
}

export function emailTooSoon(secondsLeft: number): AppError {
	return new AppError({
		code: 'over_email_send_rate_limit',
		status: 429,
		message: `For security purposes, you can only request this after ${secondsLeft} seconds.`,
		retryAfter: secondsLeft,
	})
}

/** Reports that the shop has sent as many emails as it may in an hour. */
export function emailsSpent(secondsLeft: number): AppError {
	return new AppError({
		code: 'over_email_send_rate_limit',
		status: 429,
		message: 'email rate limit exceeded',
		retryAfter: secondsLeft,
	})
}

export function captchaRefused(reason: string): AppError {
	return new AppError({
		code: 'captcha_failed',
		status: 400,
		message: `captcha protection: request disallowed (${reason})`,
	})
}

export function manualLinkingDisabled(): AppError {
	return new AppError({ code: 'manual_linking_disabled', status: 404, message: 'Manual linking is disabled' })
}

/** Reports that the user, or their university, cancelled the sign-in. */
export function cancelledAtProvider(cause?: unknown): AppError {
	return new AppError({
		code: 'access_denied',
		status: 403,
		message: 'Signing in was cancelled at the provider',
		cause,
	})
}

/** Reports a security key or passkey that an account has already. */
export function credentialExists(): AppError {
	return new AppError({
		code: 'webauthn_credential_exists',
		status: 422,
		message: 'This credential is already registered',
	})
}

/** Reports what the reference server can do and this shop never does. */
export function featureDisabled(message: string): AppError {
	return new AppError({ code: 'feature_disabled', status: 404, message })
}

export function samlDisabled(): AppError {
	return new AppError({ code: 'saml_provider_disabled', status: 404, message: 'SAML 2.0 is disabled' })
}
