import { AppError } from '#server/platform/app-error.ts'

/** Reports a private topic to which the caller may not broadcast. */
export function broadcastForbidden(): AppError {
	return new AppError('no_authorization', 403, 'Unauthorized')
}

export function endpointNotFound(): AppError {
	return new AppError('not_found', 404, 'not found')
}

/** Why a channel cannot be joined, or has to end. Uses the reference server’s code and text wherever it has them. */
export class ChannelError extends Error {
	readonly code: string

	constructor(code: string, message: string) {
		super(message)
		this.code = code
	}

	/** Returns the reason in the format of an answer to a join. */
	get reason(): string {
		return `${this.code}: ${this.message}`
	}
}

export function malformedToken(): ChannelError {
	return new ChannelError('MalformedJWT', 'The token provided is not a valid JWT')
}

export function invalidTokenSignature(): ChannelError {
	return new ChannelError('JwtSignatureError', 'Failed to validate JWT signature')
}

export function tokenExpired(secondsAgo: number): ChannelError {
	return new ChannelError('InvalidJWTToken', `Token has expired ${secondsAgo} seconds ago`)
}

export function sessionEnded(): ChannelError {
	return new ChannelError('Unauthorized', 'The session of this token has ended')
}

export function secondStepMissing(): ChannelError {
	return new ChannelError('Unauthorized', 'Two-step verification is switched on: take the second step first')
}

export function mayNotRead(topic: string): ChannelError {
	return new ChannelError(
		'Unauthorized',
		`You do not have permissions to read from this Channel topic: ${topic}`,
	)
}

/** Reports that a new token may not read what the last one could. */
export function mayNoLongerRead(topic: string): ChannelError {
	return new ChannelError(
		'Unauthorized',
		`You no longer have permission to read from this Channel topic: ${topic}`,
	)
}

export function topicNameRequired(): ChannelError {
	return new ChannelError('TopicNameRequired', 'You must provide a topic name')
}

export function invalidJoinPayload(message = 'The join payload is not as expected'): ChannelError {
	return new ChannelError('InvalidJoinPayload', message)
}

/** Reports a client that waits for earlier broadcasts. It would wait for ever. */
export function noReplay(): ChannelError {
	return new ChannelError('UnableToReplayMessages', 'This shop stores no broadcasts to replay')
}

export function subscriptionRefused(message: string): ChannelError {
	return new ChannelError('RealtimeDisabledForConfiguration', message)
}

export function tooManyJoins(): ChannelError {
	return new ChannelError('ClientJoinRateLimitReached', 'Too many joins per second')
}

export function tooManyChannels(): ChannelError {
	return new ChannelError('ChannelRateLimitReached', 'Too many channels')
}

export function tooManyUsers(): ChannelError {
	return new ChannelError('ConnectionRateLimitReached', 'Too many connected users')
}

export function tooManyMessages(): ChannelError {
	return new ChannelError('ChannelShutdown', 'Too many messages per second')
}

export function tooManyPresenceMessages(): ChannelError {
	return new ChannelError('ChannelShutdown', 'Client presence rate limit exceeded')
}

export function trackTooLarge(): ChannelError {
	return new ChannelError('ChannelShutdown', 'Track message size exceeded')
}

export function realtimeRestarting(): ChannelError {
	return new ChannelError('RealtimeRestarting', 'Realtime is restarting, please standby')
}

export function databaseAway(): ChannelError {
	return new ChannelError(
		'UnableToConnectToProject',
		'Realtime was unable to connect to the project database',
	)
}

export function unknownChannelError(): ChannelError {
	return new ChannelError('UnknownErrorOnChannel', 'Unknown Error on Channel')
}
