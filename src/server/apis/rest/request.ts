import type { Context } from 'hono'
import { asRestError } from '#server/apis/rest/database-error.ts'
import { permissionDenied, tableNotFound } from '#server/apis/rest/errors.ts'
import { checkContentType, checkProfile, readShape, type Shape } from '#server/apis/rest/negotiate.ts'
import { parseQuery } from '#server/apis/rest/parse-query.ts'
import { type Preferences, readPreferences } from '#server/apis/rest/preferences.ts'
import type { Query } from '#server/apis/rest/query.ts'
import { type Table, tables, type WriteVerb } from '#server/apis/rest/tables.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Caller } from '#server/platform/db/transaction.ts'
import type { Authenticate } from '#server/platform/http/authenticate.ts'
import { readJson } from '#server/platform/http/body.ts'
import type { Env } from '#server/platform/http/handle.ts'
import type { RateLimits } from '#server/platform/http/rate-limit.ts'

export interface RestOptions {
	database: Database
	authenticate: Authenticate
	rateLimits: RateLimits
}

/** What every request to a table contains, apart from its query and body. */
export interface TableRequest {
	table: Table
	preferences: Preferences
	shape: Shape
	/** The query string. */
	search: string
}

export interface WriteRequest extends TableRequest {
	query: Query
	body: unknown
}

const bodyLimitBytes = 256 * 1024
/** Enough for a thousand rows of any table. */
const mostValues = 30_000

/** Reads the path and headers of a request to a table. */
export function readTableRequest(c: Context<Env>): TableRequest {
	checkProfile(c.req.header('accept-profile'), c.req.header('content-profile'))
	const table = findTable(c.req.param('table') ?? '')
	if (c.req.method === 'POST' || c.req.method === 'PATCH') checkContentType(c.req.header('content-type'))
	return {
		table,
		preferences: readPreferences(c.req.header('prefer')),
		shape: readShape(c.req.header('accept')),
		search: searchOf(c.req.url),
	}
}

/** Returns the query string of a URL. Parsing the rest of the URL would take longer than parsing the query. */
function searchOf(url: string): string {
	const start = url.indexOf('?')
	const end = url.indexOf('#')
	return start === -1 ? '' : url.slice(start, end === -1 ? undefined : end)
}

/**
 * Reads a request to insert, update or delete rows; a deletion has no body. If the API does not offer that operation for the
 * table, throws the same error as for a missing grant.
 */
export async function readWriteRequest(
	c: Context<Env>,
	caller: Caller,
	verb: WriteVerb,
): Promise<WriteRequest> {
	const request = readTableRequest(c)
	const { table, search } = request
	if (!table.verbs.has(verb)) throw permissionDenied(table.name, caller.role === 'anon')
	const query = parseQuery(table, search)
	const body = verb === 'delete' ? null : await readJson(c.req.raw, bodyLimitBytes, mostValues)
	return { ...request, query, body }
}

function findTable(name: string): Table {
	const table = tables.get(name)
	if (table === undefined) throw tableNotFound(name)
	return table
}

/** Runs `work`, and turns PostgreSQL's errors into those of the API. */
export async function withRestErrors<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
	try {
		return await work()
	} catch (error) {
		throw asRestError(error, caller.role === 'anon') ?? error
	}
}
