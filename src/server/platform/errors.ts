import { AppError } from '#server/platform/app-error.ts'

// The errors of the platform, and those of several APIs. What one API alone throws is declared in its own folder.

/** Reports a request that isn't as the operation expects. */
export function validationFailed(message: string, { status = 400 }: { status?: 400 | 422 } = {}): AppError {
	return new AppError({ code: 'validation_failed', status, message })
}

export function nothingAtAddress(): AppError {
	return new AppError({ code: 'not_found', status: 404, message: 'There is nothing at this address' })
}

export function methodNotAllowed(): AppError {
	return new AppError({ code: 'method_not_allowed', status: 405, message: 'Method not allowed' })
}

export function tooManyRequests(message: string, retryAfter: number): AppError {
	return new AppError({ code: 'over_request_rate_limit', status: 429, message, retryAfter })
}

/** Reports that the browser sent the request for a page of another site. */
export function sentByOtherSite(): AppError {
	return new AppError({
		code: 'no_authorization',
		status: 403,
		message: 'Only pages of this site may send this request',
	})
}

export function compressedBody(): AppError {
	return new AppError({
		code: 'unsupported_media_type',
		status: 415,
		message: 'Compressed request bodies are not accepted',
	})
}

export function bodyTooLarge(limitBytes: number): AppError {
	return new AppError({
		code: 'request_entity_too_large',
		status: 413,
		message: `Request body too large (max ${limitBytes} bytes)`,
	})
}

/** Reports a lost connection to the client as a bad request. Otherwise it would look like a lost connection to the database. */
export function bodyEndedEarly(cause: unknown): AppError {
	return new AppError({ code: 'bad_json', status: 400, message: 'The request body ended early', cause })
}

export function malformedJson(cause: unknown): AppError {
	return new AppError({
		code: 'bad_json',
		status: 400,
		message: 'Could not parse request body as JSON',
		cause,
	})
}

export function noApiKey(): AppError {
	return new AppError({ code: 'no_authorization', status: 401, message: 'No API key found in request' })
}

export function invalidApiKey(): AppError {
	return new AppError({ code: 'invalid_api_key', status: 401, message: 'Invalid API key' })
}

/** Reports an `authorization` header that isn't a bearer token. */
export function malformedAuthorization(): AppError {
	return new AppError({
		code: 'bad_jwt',
		status: 401,
		message: 'This endpoint requires a valid Bearer token',
	})
}

export function invalidAccessToken(cause: unknown): AppError {
	return new AppError({
		code: 'bad_jwt',
		status: 403,
		message: 'invalid JWT: unable to parse or verify signature',
		cause,
	})
}

export function accessTokenExpired(): AppError {
	return new AppError({ code: 'jwt_expired', status: 403, message: 'invalid JWT: token is expired' })
}

/** Reports that the session of a valid access token has ended. */
export function sessionNotFound(): AppError {
	return new AppError({
		code: 'session_not_found',
		status: 403,
		message: 'Session from session_id claim in JWT does not exist',
	})
}

/** Reports that the session lacks the second step. The words say for what it is required. */
export function secondStepRequired(
	message = 'Two-step verification is switched on: take the second step first',
	status = 403,
): AppError {
	return new AppError({ code: 'insufficient_aal', status, message })
}

/** Reports that a code or a link from an email has been used already, is too old, or was never sent. */
export function emailLinkExpired(): AppError {
	return new AppError({ code: 'otp_expired', status: 403, message: 'Email link is invalid or has expired' })
}

/** Reports an attempt to remove the last owner. */
export function lastOwner(): AppError {
	return new AppError({
		code: 'conflict',
		status: 409,
		message: 'The admin needs an owner: make somebody else an owner first.',
	})
}

export function databaseUnavailable(cause: unknown): AppError {
	return new AppError({
		code: 'unavailable',
		status: 503,
		message: 'The shop cannot reach its records just now. Please try again in a moment.',
		retryAfter: 5,
		cause,
	})
}

export function serverOverloaded(): AppError {
	return new AppError({
		code: 'unavailable',
		status: 503,
		message: 'The shop is very busy just now. Please try again in a moment.',
	})
}

/** Reports a secret that was encrypted with a key other than this server's. */
export function wrongEncryptionKey(): AppError {
	return new AppError({
		code: 'wrong_encryption_key',
		// With a status of 500 or more, the official client would hide the message and say that the server can't be reached.
		status: 422,
		message:
			'This server has another key than the one that your authenticator app was stored with. Its owner must set AUTH_ENCRYPTION_KEY to that key again.',
	})
}

/** Stands for an error that was not thrown deliberately, so that the answer reveals nothing about it. */
export function unexpectedFailure(message = 'Something went wrong on our side'): AppError {
	return new AppError({ code: 'unexpected_failure', status: 500, message })
}
