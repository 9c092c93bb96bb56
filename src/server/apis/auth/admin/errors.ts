import { AppError } from '#server/platform/app-error.ts'

/** Reports a caller who is neither the service role nor an owner. */
export function notAdmin(): AppError {
	return new AppError('not_admin', 403, 'User not allowed')
}

export function userNotFound(): AppError {
	return new AppError('user_not_found', 404, 'User not found')
}

export function userWithEmailNotFound(): AppError {
	return new AppError('user_not_found', 404, 'User with this email not found')
}

export function userConflict(): AppError {
	return new AppError('conflict', 409, 'A user with this id or address exists already')
}

/** Reports a number that another account has. */
export function phoneOfAnotherUser(): AppError {
	return new AppError('phone_exists', 422, 'Phone number already registered by another user')
}
