import { AppError } from '#server/platform/app-error.ts'

// The errors of the platform, and those of several APIs. What one API alone throws is declared in its own folder.

/** Reports a request that isn't as the operation expects. */
export function validationFailed(message: string, { status = 400 }: { status?: 400 | 422 } = {}): AppError {
	return new AppError('validation_failed', status, message)
}

export function nothingAtAddress(): AppError {
	return new AppError('not_found', 404, 'There is nothing at this address')
}

export function methodNotAllowed(): AppError {
	return new AppError('method_not_allowed', 405, 'Method not allowed')
}

export function tooManyRequests(message: string, retryAfter: number): AppError {
	return new AppError('over_request_rate_limit', 429, message, { retryAfter })
}

/** Reports that the browser sent the request for a page of another site. */
export function sentByOtherSite(): AppError {
	return new AppError('no_authorization', 403, 'Only pages of this site may send this request')
}

export function compressedBody(): AppError {
	return new AppError('unsupported_media_type', 415, 'Compressed request bodies are not accepted')
}

export function bodyTooLarge(limitBytes: number): AppError {
	return new AppError('request_entity_too_large', 413, `Request body too large (max ${limitBytes} bytes)`)
}

/** Reports a lost connection to the client as a bad request. Otherwise it would look like a lost connection to the database. */
export function bodyEndedEarly(cause: unknown): AppError {
	return new AppError('bad_json', 400, 'The request body ended early', { cause })
}

export function malformedJson(cause: unknown): AppError {
	return new AppError('bad_json', 400, 'Could not parse request body as JSON', { cause })
}

export function noApiKey(): AppError {
	return new AppError('no_authorization', 401, 'No API key found in request')
}

export function invalidApiKey(): AppError {
	return new AppError('invalid_api_key', 401, 'Invalid API key')
}

/** Reports an `authorization` header that isn't a bearer token. */
export function malformedAuthorization(): AppError {
	return new AppError('bad_jwt', 401, 'This endpoint requires a valid Bearer token')
}

export function invalidAccessToken(cause: unknown): AppError {
	return new AppError('bad_jwt', 403, 'invalid JWT: unable to parse or verify signature', { cause })
}

export function accessTokenExpired(): AppError {
	return new AppError('jwt_expired', 403, 'invalid JWT: token is expired')
}

/** Reports that the session of a valid access token has ended. */
export function sessionNotFound(): AppError {
	return new AppError('session_not_found', 403, 'Session from session_id claim in JWT does not exist')
}

/** Reports that the session lacks the second step. The words say for what it is required. */
export function secondStepRequired(
	message = 'Two-step verification is switched on: take the second step first',
	status = 403,
): AppError {
	return new AppError('insufficient_aal', status, message)
}

/** Reports that a code or a link from an email has been used already, is too old, or was never sent. */
export function emailLinkExpired(): AppError {
	return new AppError('otp_expired', 403, 'Email link is invalid or has expired')
}

/** Reports an attempt to remove the last owner. */
export function lastOwner(): AppError {
	return new AppError('conflict', 409, 'The admin needs an owner: make somebody else an owner first.')
}

export function databaseUnavailable(cause: unknown): AppError {
	return new AppError(
		'unavailable',
		503,
		'The shop cannot reach its records just now. Please try again in a moment.',
		{ retryAfter: 5, cause },
	)
}

export function serverOverloaded(): AppError {
	return new AppError('unavailable', 503, 'The shop is very busy just now. Please try again in a moment.')
}

/** Reports a secret that was encrypted with a key other than this server's. */
export function wrongEncryptionKey(): AppError {
	// With a status of 500 or more, the official client would hide the message and say that the server can't be reached.
	return new AppError(
		'wrong_encryption_key',
		422,
		'This server has another key than the one that your authenticator app was stored with. Its owner must set AUTH_ENCRYPTION_KEY to that key again.',
	)
}

/** Stands for an error that was not thrown deliberately, so that the answer reveals nothing about it. */
export function unexpectedFailure(message = 'Something went wrong on our side'): AppError {
	return new AppError('unexpected_failure', 500, message)
}
