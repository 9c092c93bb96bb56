/** The embedded PostgreSQL cannot run here. The message is one or two sentences an operator can act on. */
export class EmbeddedPostgresError extends Error {
	constructor(message: string, options?: { cause?: unknown }) {
		super(message, options)
		this.name = 'EmbeddedPostgresError'
	}
}

/** Adds the last lines of PostgreSQL's output, so that every failure has a reason. */
export function withOutput(sentence: string, output: readonly string[]): EmbeddedPostgresError {
	const tail = output.slice(-12)
	return new EmbeddedPostgresError(
		tail.length > 0
			? `${sentence} PostgreSQL said:\n  ${tail.join('\n  ')}`
			: `${sentence} PostgreSQL said nothing.`,
	)
}
