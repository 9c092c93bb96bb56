import { AppError } from '#server/platform/app-error.ts'

/** Reports an operation that an anonymous user may not perform. */
export function anonymousUser(): AppError {
	return new AppError(
		'validation_failed',
		422,
		'An anonymous user has to add and confirm an email address first',
	)
}

export function appMetadataIsForAdmins(): AppError {
	return new AppError('not_admin', 403, 'Updating app_metadata requires admin privileges')
}

/** Reports that another request has changed the password in the meantime. */
export function accountJustChanged(): AppError {
	return new AppError('conflict', 409, 'The account has just been changed. Please try again.')
}

export function lastIdentity(): AppError {
	return new AppError(
		'single_identity_not_deletable',
		422,
		'User must have at least 1 identity after unlinking',
	)
}

export function identityNotFound(): AppError {
	return new AppError('identity_not_found', 422, "Identity doesn't exist")
}
