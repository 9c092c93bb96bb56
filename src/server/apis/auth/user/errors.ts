import { AppError } from '#server/platform/app-error.ts'

/** Reports an operation that an anonymous user may not perform. */
export function anonymousUser(): AppError {
	return new AppError({
		code: 'validation_failed',
		status: 422,
		message: 'An anonymous user has to add and confirm an email address first',
	})
}

export function appMetadataIsForAdmins(): AppError {
	return new AppError({
		code: 'not_admin',
		status: 403,
		message: 'Updating app_metadata requires admin privileges',
	})
}

/** Reports that another request has changed the password in the meantime. */
export function accountJustChanged(): AppError {
	return new AppError({
		code: 'conflict',
		status: 409,
		message: 'The account has just been changed. Please try again.',
	})
}

export function lastIdentity(): AppError {
	return new AppError({
		code: 'single_identity_not_deletable',
		status: 422,
		message: 'User must have at least 1 identity after unlinking',
	})
}

export function identityNotFound(): AppError {
	return new AppError({ code: 'identity_not_found', status: 422, message: "Identity doesn't exist" })
}
