import { AppError } from '#server/platform/app-error.ts'

// The errors of the HTTP endpoints. Those of the channels are `ChannelError`s.

/** Reports a private topic to which the caller may not broadcast. */
export function broadcastForbidden(): AppError {
	return new AppError({ code: 'no_authorization', status: 403, message: 'Unauthorized' })
}

export function endpointNotFound(): AppError {
	return new AppError({ code: 'not_found', status: 404, message: 'not found' })
}
