import pg from 'pg'
import { AppError } from '#shared/app-error.ts'

const awayCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'ENOTFOUND'])

/**
 * Turns what PostgreSQL or its driver threw into a refusal every wire knows, where there is one: a session that is over or lacks its second step,
 * or a database that is away. Anything else comes back as it was.
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

function isAway(error: unknown): boolean {
	if (error instanceof pg.DatabaseError) {
		// Connection lost, shutting down, too many connections, disk full; a lock or an answer that took too long.
		return /^(08|53|57P|57014|55P03)/.test(error.code ?? '')
	}
	if (!(error instanceof Error)) return false
	if ('code' in error && typeof error.code === 'string' && awayCodes.has(error.code)) return true
	return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/.test(
		error.message,
	)
}
