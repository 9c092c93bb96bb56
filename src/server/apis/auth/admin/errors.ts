import { AppError } from '#server/platform/app-error.ts'

/** Reports a caller who is neither the service role nor an owner. */
export function notAdmin(): AppError {
	return new AppError({ code: 'not_admin', status: 403, message: 'User not allowed' })
}

export function userNotFound(): AppError {
	return new AppError({ code: 'user_not_found', status: 404, message: 'User not found' })
}

export function userWithEmailNotFound(): AppError {
	return new AppError({ code: 'user_not_found', status: 404, message: 'User with this email not found' })
}

export function userConflict(): AppError {
	return new AppError({
		code: 'conflict',
		status: 409,
		message: 'A user with this id or address exists already',
	})
}

/** Reports a number that another account has. */
export function phoneOfAnotherUser(): AppError {
	return new AppError({
		code: 'phone_exists',
		status: 422,
		message: 'Phone number already registered by another user',
	})
}
