/** Why a file could not be read: its reader refused it, or passed a limit. */
export type UnreadableReason =
	| 'refused'
	| 'too-busy'
	| 'too-long'
	| 'too-much-memory'
	| 'too-much-output'
	| 'crashed'

/** Thrown if a file can't be read. The message is a sentence for the owner. */
export class UnreadableFile extends Error {
	readonly reason: UnreadableReason

	constructor(
		message: string,
		{ reason = 'refused', cause }: { reason?: UnreadableReason; cause?: unknown } = {},
	) {
		super(message, { cause })
		this.name = 'UnreadableFile'
		this.reason = reason
	}
}
