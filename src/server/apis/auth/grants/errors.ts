import { AppError } from '#server/platform/app-error.ts'

export function unsupportedGrantType(): AppError {
	return new AppError('invalid_credentials', 400, 'unsupported_grant_type')
}

/** Reports a wrong password. The error for an unknown address is the same, so that callers cannot tell which have accounts. */
export function wrongCredentials(): AppError {
	return new AppError('invalid_credentials', 400, 'Invalid login credentials')
}

export function phoneNotConfirmed(): AppError {
	return new AppError('phone_not_confirmed', 400, 'Phone not confirmed')
}

export function invalidRefreshToken(
	code: 'refresh_token_already_used' | 'refresh_token_not_found' | 'session_expired' | 'user_banned',
	reason: string,
): AppError {
	return new AppError(code, 400, `Invalid Refresh Token: ${reason}`)
}

/** Reports a refresh that waited too long for another one of the same session. */
export function concurrentRefreshes(cause: unknown): AppError {
	return new AppError(
		'conflict',
		409,
		'Too many concurrent token refresh requests on the same session or refresh token',
		{ cause },
	)
}

export function flowNotFound(): AppError {
	return new AppError('flow_state_not_found', 404, 'invalid flow state, no valid flow state found')
}

export function flowExpired(): AppError {
	return new AppError('flow_state_expired', 422, 'invalid flow state, flow state has expired')
}

/** Reports that another browser began the flow. */
export function wrongCodeVerifier(): AppError {
	return new AppError(
		'bad_code_verifier',
		400,
		'code challenge does not match previously saved code verifier',
	)
}
