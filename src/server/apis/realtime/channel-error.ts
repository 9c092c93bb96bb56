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

export const sessionEnded = () => new ChannelError('Unauthorized', 'The session of this token has ended')

export const secondStepMissing = () =>
	new ChannelError('Unauthorized', 'Two-step verification is switched on: take the second step first')

export const databaseAway = () =>
	new ChannelError('UnableToConnectToProject', 'Realtime was unable to connect to the project database')
