import { type Context, Hono } from 'hono'
import { answerInsert, answerRead, answerUpdate } from '#server/apis/rest/answers.ts'
import { asRestError } from '#server/apis/rest/database-error.ts'
import { insertStatement } from '#server/apis/rest/insert-rows.ts'
import { checkContentType, checkProfile, readShape } from '#server/apis/rest/negotiate.ts'
import { parseQuery } from '#server/apis/rest/parse-query.ts'
import { type Preferences, readPreferences } from '#server/apis/rest/preferences.ts'
import { readRows } from '#server/apis/rest/read-rows.ts'
import { recordServiceWrite } from '#server/apis/rest/record-service-write.ts'
import { renderError } from '#server/apis/rest/render-error.ts'
import { notSingle, permissionDenied, RestError, shortened } from '#server/apis/rest/rest-error.ts'
import { readRowRange } from '#server/apis/rest/row-range.ts'
import { type Table, tables } from '#server/apis/rest/tables.ts'
import { requireFilter, updateStatement } from '#server/apis/rest/update-rows.ts'
import { type Returned, type WrittenRows, writeRows } from '#server/apis/rest/write-rows.ts'
import type { Caller } from '#server/platform/db/caller.ts'
import type { Database, Row, Transaction } from '#server/platform/db/database.ts'
import type { Sql } from '#server/platform/db/sql.ts'
import { apiFrame } from '#server/platform/http/api-frame.ts'
import type { Authenticate } from '#server/platform/http/authenticate.ts'
import { readJson } from '#server/platform/http/body.ts'
import type { Env } from '#server/platform/http/env.ts'
import type { RateLimits } from '#server/platform/http/rate-limit.ts'

export interface RestOptions {
	database: Database
	authenticate: Authenticate
	rateLimits: RateLimits
}

const bodyLimitBytes = 256 * 1024

/** Serves the REST API, `/rest/v1/<table>`, for the official client. Every response is JSON, errors included. */
export function createRestRoutes({ database, authenticate, rateLimits }: RestOptions): Hono<Env> {
	const routes = new Hono<Env>()
	routes.use(
		'*',
		apiFrame({
			methods: ['GET', 'HEAD', 'POST', 'PATCH'],
			accepts: [
				'authorization',
				'apikey',
				'x-client-info',
				'content-type',
				'prefer',
				'range',
				'accept-profile',
				'content-profile',
				'x-retry-count',
			],
			exposes: ['content-range', 'preference-applied', 'location'],
		}),
	)

	// Hono answers HEAD by the same handler and drops the body.
	routes.get('/:table', async (c) => {
		const { caller, table, preferences, shape, search } = await readRequest(c)
		const query = parseQuery(table, search)
		const range = readRowRange(query, c.req.method === 'GET' ? c.req.header('range') : undefined)
		const { countsExactly } = preferences
		const read = { query: <R extends Row>(statement: Sql) => database.readAs<R>(caller, statement) }
		const found = await refusing(caller, () => readRows(read, table, { query, range, countsExactly }))
		return answerRead(found, { shape, range, preferences })
	})

	routes.post('/:table', async (c) => {
		const { caller, table, preferences, shape, search } = await readRequest(c)
		if (!table.verbs.has('insert')) throw permissionDenied(table.name, caller.role === 'anon')
		if (caller.role === 'authenticated') await rateLimits.consume('takeFree', caller.claims.sub)
		const query = parseQuery(table, search)
		const body = await readJson(c.req.raw, bodyLimitBytes)
		const statement = insertStatement(table, query, preferences, body)
		const written = await inCallersName(caller, async (tx) => {
			const rows =
				statement === undefined ? none : await writeRows(tx, table, statement, query, returnedBy(preferences))
			if (shape === 'object' && rows.rows !== 1) throw notSingle(rows.rows)
			const write = { caller, table, search, body, rows: rows.rows, address: c.get('clientAddress') }
			await recordServiceWrite(tx, { action: 'rows_inserted', ...write })
			return rows
		})
		return answerInsert(table, written, { shape, preferences })
	})

	routes.patch('/:table', async (c) => {
		const { caller, table, preferences, shape, search } = await readRequest(c)
		if (!table.verbs.has('update')) throw permissionDenied(table.name, caller.role === 'anon')
		if (caller.role === 'authenticated') await rateLimits.consume('updateRows', caller.claims.sub)
		const query = parseQuery(table, search)
		if (caller.role === 'service') requireFilter(query)
		const body = await readJson(c.req.raw, bodyLimitBytes)
		const statement = updateStatement(table, query, body)
		const written = await inCallersName(caller, async (tx) => {
			const rows =
				statement === undefined ? none : await writeRows(tx, table, statement, query, returnedBy(preferences))
			if (shape === 'object' && rows.rows !== 1) throw notSingle(rows.rows)
			if (preferences.maxAffected !== undefined && rows.rows > preferences.maxAffected)
				throw tooManyAffected(rows.rows)
			const write = { caller, table, search, body, rows: rows.rows, address: c.get('clientAddress') }
			await recordServiceWrite(tx, { action: 'rows_updated', ...write })
			return rows
		})
		return answerUpdate(written, { shape, preferences })
	})

	routes.on(['PUT', 'DELETE'], '/:table', async (c) => {
		const { caller, table } = await readRequest(c)
		throw permissionDenied(table.name, caller.role === 'anon')
	})

	routes.all('/rpc/:name', async (c) => {
		await authenticate(c.req.raw)
		const name = `public.${shortened(c.req.param('name'))}`
		throw new RestError({
			apiCode: 'PGRST202',
			status: 404,
			message: `Could not find the function ${name} in the schema cache`,
		})
	})
	routes.all('*', async (c) => {
		await authenticate(c.req.raw)
		throw new RestError({
			apiCode: 'PGRST125',
			status: 404,
			message: 'Invalid path specified in request URL',
		})
	})
	routes.onError(renderError)
	return routes

	async function readRequest(c: Context<Env, '/:table'>) {
		const caller = await authenticate(c.req.raw)
		checkProfile(c.req.header('accept-profile'), c.req.header('content-profile'))
		const table = findTable(c.req.param('table'))
		if (c.req.method === 'POST' || c.req.method === 'PATCH') checkContentType(c.req.header('content-type'))
		const preferences = readPreferences(c.req.header('prefer'))
		return {
			caller,
			table,
			preferences,
			shape: readShape(c.req.header('accept')),
			search: new URL(c.req.url).search,
		}
	}

	async function inCallersName<T>(caller: Caller, work: (tx: Transaction) => Promise<T>): Promise<T> {
		return await refusing(caller, () => database.asCaller(caller, work))
	}

	/** Turns PostgreSQL's errors into the API's. */
	async function refusing<T>(caller: Caller, ask: () => Promise<T>): Promise<T> {
		try {
			return await ask()
		} catch (error) {
			throw asRestError(error, caller.role === 'anon') ?? error
		}
	}
}

const none: WrittenRows = { json: '[]', rows: 0, key: undefined }

function findTable(name: string): Table {
	const table = tables.get(name)
	if (table !== undefined) return table
	throw new RestError({
		apiCode: 'PGRST205',
		status: 404,
		message: `Could not find the table 'public.${shortened(name)}' in the schema cache`,
	})
}

function returnedBy({ representation }: Preferences): Returned {
	if (representation === 'representation') return 'rows'
	return representation === 'headers-only' ? 'key' : 'nothing'
}

function tooManyAffected(rows: number): RestError {
	return new RestError({
		apiCode: 'PGRST124',
		status: 400,
		message: 'Query result exceeds max-affected preference constraint',
		apiDetails: `The query affects ${rows} rows`,
	})
}
