import { Hono } from 'hono'
import { deleteRows } from '#server/apis/rest/delete-rows.ts'
import {
	databaseFunctionNotFound,
	noRootMetadata,
	pathNotFound,
	permissionDenied,
} from '#server/apis/rest/errors.ts'
import { postRows } from '#server/apis/rest/insert-rows.ts'
import { keyParameter } from '#server/apis/rest/parse-query.ts'
import { getRows } from '#server/apis/rest/read-rows.ts'
import { renderError } from '#server/apis/rest/render-error.ts'
import { type RestOptions, readTableRequest } from '#server/apis/rest/request.ts'
import { patchRows } from '#server/apis/rest/update-rows.ts'
import { apiFrame } from '#server/platform/http/api-frame.ts'
import type { Authenticate } from '#server/platform/http/authenticate.ts'
import { type Env, handle } from '#server/platform/http/handle.ts'

/** Serves the REST API, `/rest/v1/<table>`, for the official client. Every response is JSON, errors included. */
export function createRestRoutes(options: RestOptions): Hono<Env> {
	const rest = { ...options, authenticate: withKeyInAddress(options.authenticate) }
	const routes = new Hono<Env>()
	routes.use(
		'*',
		apiFrame({
			methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
			exposes: ['content-range', 'preference-applied', 'location'],
		}),
	)

	// Hono answers HEAD with the same handler, without the body.
	routes.get('/:table', getRows(rest))
	routes.post('/:table', postRows(rest))
	routes.patch('/:table', patchRows(rest))
	routes.delete('/:table', deleteRows(rest))
	routes.put(
		'/:table',
		handle({
			about: 'refused',
			authenticate: (c) => rest.authenticate(c.req.raw),
			parse: readTableRequest,
			act: (_c, caller, { table }) => {
				throw permissionDenied(table.name, caller.role === 'anon')
			},
		}),
	)
	routes.all(
		'/rpc/:name',
		handle({
			authenticate: (c) => rest.authenticate(c.req.raw),
			act: (c) => {
				throw databaseFunctionNotFound(c.req.param('name') ?? '')
			},
		}),
	)
	routes.all(
		'*',
		handle({
			authenticate: (c) => rest.authenticate(c.req.raw),
			act: (c) => {
				throw c.req.path.endsWith('/v1/') ? noRootMetadata() : pathNotFound()
			},
		}),
	)
	routes.onError(renderError)
	return routes
}

/**
 * Also accepts a key in the address (`?apikey=`), for calls that can set no headers, but never the secret key: addresses end up in
 * logs.
 */
function withKeyInAddress(authenticate: Authenticate): Authenticate {
	return async (request) => {
		const isInHeaders = request.headers.has('apikey') || request.headers.has('authorization')
		if (isInHeaders || !request.url.includes(`${keyParameter}=`)) return await authenticate(request)
		const key = new URL(request.url).searchParams.get(keyParameter) ?? ''
		if (!/^[\x21-\x7E]+$/.test(key)) return await authenticate(request)
		const caller = await authenticate(new Request(request.url, { headers: { apikey: key } }))
		return caller.role === 'anon' ? caller : await authenticate(request)
	}
}
