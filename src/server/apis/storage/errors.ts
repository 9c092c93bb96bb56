import { AppError, type AppErrorCode } from '#server/platform/app-error.ts'

interface StorageErrorOptions {
	/** The status in the body. */
	statusCode: 400 | 403 | 404 | 409 | 415
	/** The status of the response itself. As in the reference server it is 400, except for addresses that lead nowhere. */
	status?: 400 | 403 | 404
	error: string
	message: string
	apiCode: string
	cause?: unknown
}

/** An error of the Storage API, answered as `{ statusCode, error, message, code }`. */
export class StorageError extends AppError {
	readonly statusCode: string
	readonly error: string
	readonly apiCode: string

	constructor({ statusCode, status = 400, error, message, apiCode, cause }: StorageErrorOptions) {
		super(appErrorCode(statusCode), status, message, { cause })
		this.name = 'StorageError'
		this.statusCode = String(statusCode)
		this.error = error
		this.apiCode = apiCode
	}
}

function appErrorCode(status: number): AppErrorCode {
	return status === 404 ? 'not_found' : 'validation_failed'
}

/**
 * Reports that a file does not exist or that the caller may not have it. The error is the same in both cases, so that callers
 * cannot tell which.
 */
export function objectNotFound(): StorageError {
	return new StorageError({
		statusCode: 404,
		error: 'not_found',
		message: 'Object not found',
		apiCode: 'NoSuchKey',
	})
}

/** Reports that the bytes of a file are missing; the cause is logged. */
export function bytesNotFound(cause: unknown): StorageError {
	return new StorageError({
		statusCode: 404,
		error: 'Not found',
		message: 'The resource was not found',
		apiCode: 'NoSuchKey',
		cause,
	})
}

/** Reports that the store cannot be reached. */
export function storeUnavailable(cause: unknown): AppError {
	return new AppError('unavailable', 503, 'The file cannot be read just now. Please try again in a moment.', {
		retryAfter: 5,
		cause,
	})
}

export function bucketNotFound(): StorageError {
	return new StorageError({
		statusCode: 404,
		error: 'Bucket not found',
		message: 'Bucket not found',
		apiCode: 'NoSuchBucket',
	})
}

/** Reports that the API has no such operation. */
export function routeNotFound(method: string, path: string): StorageError {
	const shown = path.length > 100 ? `${path.slice(0, 100)}…` : path
	return new StorageError({
		statusCode: 404,
		status: 404,
		error: 'Not Found',
		message: `Route ${method}:${shown} not found`,
		apiCode: 'InvalidRequest',
	})
}

/** Reports that the reference server has such an operation and this shop does not. */
export function featureNotEnabled(message: string): StorageError {
	return new StorageError({
		statusCode: 403,
		status: 403,
		error: 'FeatureNotEnabled',
		message,
		apiCode: 'FeatureNotEnabled',
	})
}

export function accessDenied(message = 'new row violates row-level security policy'): StorageError {
	return new StorageError({ statusCode: 403, error: 'Unauthorized', message, apiCode: 'AccessDenied' })
}

export function invalidKey(key: string): StorageError {
	const shown = key.length > 100 ? `${key.slice(0, 100)}…` : key
	return new StorageError({
		statusCode: 400,
		error: 'InvalidKey',
		message: `Invalid key: ${shown}`,
		apiCode: 'InvalidKey',
	})
}

export function invalidToken(message: string, cause?: unknown): StorageError {
	return new StorageError({ statusCode: 400, error: 'InvalidJWT', message, apiCode: 'InvalidJWT', cause })
}

export function invalidSignature(message: string): StorageError {
	return new StorageError({
		statusCode: 400,
		error: 'InvalidSignature',
		message,
		apiCode: 'InvalidSignature',
	})
}

export function invalidRequest(message: string): StorageError {
	return new StorageError({ statusCode: 400, error: 'Error', message, apiCode: 'InvalidRequest' })
}

/** Reports that the type of a file is not permitted, or does not match its name. */
export function wrongFileType(): StorageError {
	return new StorageError({
		statusCode: 415,
		error: 'invalid_mime_type',
		message: 'Only PDF and ZIP files are accepted, each with the extension of its type',
		apiCode: 'InvalidMimeType',
	})
}

/** Reports that another file already has this name. */
export function objectExists(): StorageError {
	return new StorageError({
		statusCode: 409,
		error: 'Duplicate',
		message: 'The resource already exists',
		apiCode: 'KeyAlreadyExists',
	})
}
