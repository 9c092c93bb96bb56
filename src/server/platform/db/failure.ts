import pg from 'pg'
import { AppError, errorCode } from '#server/platform/app-error.ts'
import { UnstorableText } from '#server/platform/storable-text.ts'

const connectionErrorCodes = new Set([
	'ECONNREFUSED',
	'ECONNRESET',
	'EPIPE',
	'ENOENT',
	'ETIMEDOUT',
	'ENOTFOUND',
])

/** PostgreSQL's codes for a character that it cannot store. */
const unstorable = new Set(['22021', '22P05'])

/**
 * Returns an `AppError` for the errors of PostgreSQL and its driver that every API handles: a session that has ended or lacks
 * its second step, an attempt to remove the last owner, a text that cannot be stored, and an unreachable database. Returns any other error unchanged.
 */
export function asRefusal(error: unknown): unknown {
	if (error instanceof pg.DatabaseError && error.code === 'HS001') {
		return new AppError({
			code: 'session_not_found',
			status: 403,
			message: 'Session from session_id claim in JWT does not exist',
		})
	}
	if (error instanceof pg.DatabaseError && error.code === 'HS002') {
		return new AppError({
			code: 'insufficient_aal',
			status: 403,
			message: 'Two-step verification is switched on: take the second step first',
		})
	}
	if (error instanceof pg.DatabaseError && error.code === 'HS003') {
		return new AppError({
			code: 'conflict',
			status: 409,
			message: 'The admin needs an owner: make somebody else an owner first.',
		})
	}
	// A text that came in another way than a URL or a JSON body, which are checked before.
	if (error instanceof pg.DatabaseError && unstorable.has(error.code ?? ''))
		return new UnstorableText({ cause: error })
	if (isAway(error)) {
		return new AppError({
			code: 'unavailable',
			status: 503,
			message: 'The shop cannot reach its records just now. Please try again in a moment.',
			retryAfter: 5,
			cause: error,
		})
	}
	return error
}

/** Returns whether an error says that the database can't be reached or doesn't answer. */
export function isAway(error: unknown): boolean {
	if (error instanceof pg.DatabaseError) {
		// Connection lost, shutting down, too many connections, disk full, or a timeout.
		return /^(08|53|57P|57014|55P03)/.test(error.code ?? '')
	}
	if (!(error instanceof Error)) return false
	if (connectionErrorCodes.has(errorCode(error) ?? '')) return true
	return hasNoAnswer(error)
}

/** Reports whether the driver has given up on a database that no longer answers. These errors have no code. */
export function hasNoAnswer(error: Error): boolean {
	return /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Query read timeout)/.test(
		error.message,
	)
}
