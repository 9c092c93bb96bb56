import { AppError } from '#server/platform/app-error.ts'

export function invitationExpired(): AppError {
	return new AppError(
		'otp_expired',
		403,
		'This invitation has been used or withdrawn, or is too old. Ask for another one.',
	)
}

/** Reports an invitation that only a session with the invited address may accept. */
export function signInToAccept(email: string): AppError {
	return new AppError('user_already_exists', 422, `Sign in as ${email} first.`)
}

export function signInLinkExpired(): AppError {
	return new AppError(
		'otp_expired',
		403,
		'This link has been used, or is too old. Start the shop again for another one.',
	)
}
