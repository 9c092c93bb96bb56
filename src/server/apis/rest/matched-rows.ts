import { badQuery, filterRequired, notSingle, tooManyAffected } from '#server/apis/rest/errors.ts'
import type { Shape } from '#server/apis/rest/negotiate.ts'
import type { Preferences } from '#server/apis/rest/preferences.ts'
import type { Query } from '#server/apis/rest/query.ts'

// Checks for operations that write every row matching a query.

/** Rejects a write without a filter, which would reach every row that the caller may write. */
export function requireFilter(query: Query, verb: 'UPDATE' | 'DELETE'): void {
	if (query.filters.length === 0) throw filterRequired(verb)
}

/**
 * Rejects a limit, because UPDATE and DELETE in PostgreSQL cannot have one. Ignoring it would write more rows than the caller
 * asked for.
 */
export function refuseLimit(query: Query): void {
	if (query.limit !== undefined || query.offset !== undefined)
		throw badQuery('limit', '…', 'an update or deletion takes no limit or offset')
}

/** Throws if more rows were written than the caller allows, so that the transaction is rolled back. */
export function checkCount(
	rows: number,
	{ shape, preferences }: { shape: Shape; preferences: Preferences },
): void {
	if (shape === 'object' && rows !== 1) throw notSingle(rows)
	if (preferences.maxAffected !== undefined && rows > preferences.maxAffected) throw tooManyAffected(rows)
}
