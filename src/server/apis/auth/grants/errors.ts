import { AppError } from '#server/platform/app-error.ts'

export function unsupportedGrantType(): AppError {
	return new AppError({ code: 'invalid_credentials', status: 400, message: 'unsupported_grant_type' })
}

/** Reports a wrong password. The error for an unknown address is the same, so that callers cannot tell which have accounts. */
export function wrongCredentials(): AppError {
	return new AppError({ code: 'invalid_credentials', status: 400, message: 'Invalid login credentials' })
}

export function phoneNotConfirmed(): AppError {
	return new AppError({ code: 'phone_not_confirmed', status: 400, message: 'Phone not confirmed' })
}

export function invalidRefreshToken(
	code: 'refresh_token_already_used' | 'refresh_token_not_found' | 'session_expired' | 'user_banned',
	reason: string,
): AppError {
	return new AppError({ code, status: 400, message: `Invalid Refresh Token: ${reason}` })
}

/** Reports a refresh that waited too long for another one of the same session. */
export function concurrentRefreshes(cause: unknown): AppError {
	return new AppError({
		code: 'conflict',
		status: 409,
		message: 'Too many concurrent token refresh requests on the same session or refresh token',
		cause,
	})
}

export function flowNotFound(): AppError {
	return new AppError({
		code: 'flow_state_not_found',
		status: 404,
		message: 'invalid flow state, no valid flow state found',
	})
}

export function flowExpired(): AppError {
	return new AppError({
		code: 'flow_state_expired',
		status: 422,
		message: 'invalid flow state, flow state has expired',
	})
}

/** Reports that another browser began the flow. */
export function wrongCodeVerifier(): AppError {
	return new AppError({
		code: 'bad_code_verifier',
		status: 400,
		message: 'code challenge does not match previously saved code verifier',
	})
}
