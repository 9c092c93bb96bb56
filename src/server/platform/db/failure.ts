import pg from 'pg'
import { errorCode } from '#server/platform/app-error.ts'
import {
	databaseUnavailable,
	lastOwner,
	secondStepRequired,
	sessionNotFound,
} from '#server/platform/errors.ts'
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
	if (error instanceof pg.DatabaseError && error.code === 'HS001') return sessionNotFound()
	if (error instanceof pg.DatabaseError && error.code === 'HS002') return secondStepRequired()
	if (error instanceof pg.DatabaseError && error.code === 'HS003') return lastOwner()
	// A text that came in another way than a URL or a JSON body, which are checked before.
	if (error instanceof pg.DatabaseError && unstorable.has(error.code ?? ''))
		return new UnstorableText({ cause: error })
	if (isAway(error)) return databaseUnavailable(error)
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
