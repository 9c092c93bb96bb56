import { AppError, type AppErrorCode } from '#shared/app-error.ts'

interface StorageRefusalOptions {
	/** The status the wire puts into its body; the answer's own is 400 whatever the refusal, as the reference has it. */
	statusCode: 400 | 403 | 404 | 409 | 415
	error: string
	message: string
	wireCode: string
	cause?: unknown
}

/** A refusal in the storage wire's own terms, rendered as `{ statusCode, error, message, code }`. */
export class StorageRefusal extends AppError {
	readonly statusCode: string
	readonly error: string
	readonly wireCode: string

	constructor({ statusCode, error, message, wireCode, cause }: StorageRefusalOptions) {
		super({ code: houseCode(statusCode), status: 400, message, cause })
		this.name = 'StorageRefusal'
		this.statusCode = String(statusCode)
		this.error = error
		this.wireCode = wireCode
	}
}

function houseCode(status: number): AppErrorCode {
	return status === 404 ? 'not_found' : 'validation_failed'
}

/** One answer for a file that is not there and one that is not the caller's, so that neither can be told from the other. */
export function objectNotFound(): StorageRefusal {
	return new StorageRefusal({
		statusCode: 404,
		error: 'not_found',
		message: 'Object not found',
		wireCode: 'NoSuchKey',
	})
}

/** The row is there and its bytes are not: the operator's log says more. */
export function bytesNotFound(cause: unknown): StorageRefusal {
	return new StorageRefusal({
		statusCode: 404,
		error: 'Not found',
		message: 'The resource was not found',
		wireCode: 'NoSuchKey',
		cause,
	})
}

/** The bytes may be there, and cannot be had just now. */
export function storeAway(cause: unknown): AppError {
	return new AppError({
		code: 'unavailable',
		status: 503,
		message: 'The file cannot be read just now. Please try again in a moment.',
		retryAfter: 5,
		cause,
	})
}

export function bucketNotFound(): StorageRefusal {
	return new StorageRefusal({
		statusCode: 404,
		error: 'Bucket not found',
		message: 'Bucket not found',
		wireCode: 'NoSuchBucket',
	})
}

export function accessDenied(message = 'new row violates row-level security policy'): StorageRefusal {
	return new StorageRefusal({ statusCode: 403, error: 'Unauthorized', message, wireCode: 'AccessDenied' })
}

export function invalidKey(key: string): StorageRefusal {
	const shown = key.length > 100 ? `${key.slice(0, 100)}…` : key
	return new StorageRefusal({
		statusCode: 400,
		error: 'InvalidKey',
		message: `Invalid key: ${shown}`,
		wireCode: 'InvalidKey',
	})
}

export function invalidToken(message: string, cause?: unknown): StorageRefusal {
	return new StorageRefusal({ statusCode: 400, error: 'InvalidJWT', message, wireCode: 'InvalidJWT', cause })
}

export function invalidSignature(message: string): StorageRefusal {
	return new StorageRefusal({
		statusCode: 400,
		error: 'InvalidSignature',
		message,
		wireCode: 'InvalidSignature',
	})
}

export function invalidRequest(message: string): StorageRefusal {
	return new StorageRefusal({ statusCode: 400, error: 'Error', message, wireCode: 'InvalidRequest' })
}
