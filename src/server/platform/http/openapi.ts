import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { type Context, Hono } from 'hono'
import { etag } from 'hono/etag'
import type { RouterRoute } from 'hono/types'
import { findTargetHandler } from 'hono/utils/handler'
import { z } from 'zod'
import { type About, aboutOf } from '#server/platform/http/about.ts'
import { encodingFor } from '#server/platform/http/built-pages.ts'
import type { FormatError } from '#server/platform/http/error-handler.ts'
import type { Env } from '#server/platform/http/handle.ts'

/** One of the APIs: the beginning of its paths, and the form of its errors. */
export interface Api {
	name: string
	prefix: string
	errors?: z.ZodType
	formatError?: FormatError
}

export interface Operation {
	method: string
	/** The path as the router spells it, such as `/auth/v1/factors/:id`. */
	path: string
	about: About
	api: Api
}

/**
 * Returns the operations of the routes, and the routes that have no documentation. Leaves out routes that refuse every request,
 * and everything that was added for all methods, such as middleware and pages.
 */
export function operationsOf(
	routes: readonly RouterRoute[],
	apis: readonly Api[],
): { operations: Operation[]; others: string[] } {
	const operations: Operation[] = []
	const others = new Set<string>()
	for (const { method, path, handler } of routes) {
		const about = aboutOf(findTargetHandler(handler))
		const api = apis.find(({ prefix }) => path.startsWith(prefix))
		if (method === 'ALL' || about === 'refused') continue
		if (about === undefined || api === undefined) others.add(`${method} ${path}`)
		else operations.push(...ofEach({ method, path, about, api }))
	}
	return { operations, others: [...others] }
}

/**
 * Returns the operation. If its documentation depends on a path parameter, returns one operation for each value of that
 * parameter.
 */
function ofEach({ path, about, ...operation }: Operation): Operation[] {
	const { each, ...general } = about
	if (each === undefined) return [{ ...operation, path, about }]
	return [...each.values].map(([value, own]) => ({
		...operation,
		path: path.replace(`:${each.parameter}`, value),
		about: { ...general, ...own },
	}))
}

interface DocumentOptions {
	siteUrl: string
	apis: readonly Api[]
	/** Returns the routes of the app, once all have been added. */
	routes: () => readonly RouterRoute[]
}

/** Serves `GET /openapi.json`, which describes all APIs. The document is generated and compressed on the first request. */
export function openApiRoutes({ siteUrl, apis, routes: allRoutes }: DocumentOptions): Hono<Env> {
	let written: ReturnType<typeof write> | undefined
	const write = () =>
		encoded(JSON.stringify(documentOf(operationsOf(allRoutes(), apis).operations, { siteUrl, apis })))
	const routes = new Hono<Env>()
	routes.get('/openapi.json', etag(), async (c: Context<Env>) => {
		written ??= write()
		const { tag, variants } = await written
		const encoding = encodingFor(c.req.header('accept-encoding'))
		const body = variants[encoding]
		return c.body(body, 200, {
			etag: tag,
			vary: 'Accept-Encoding',
			...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
			'content-length': String(body.length),
			'content-type': 'application/json; charset=utf-8',
			'cache-control': 'public, max-age=600',
			'access-control-allow-origin': '*',
			'cross-origin-resource-policy': 'cross-origin',
		})
	})
	return routes
}

/** Returns a text in each encoding, and one entity tag for all of them. The tag is weak, because the bytes differ. */
async function encoded(text: string) {
	const identity = new TextEncoder().encode(text)
	const [br, gz] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)])
	return {
		tag: `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
		variants: { br: new Uint8Array(br), gzip: new Uint8Array(gz), identity },
	}
}

type Json = Record<string, unknown>

function documentOf(
	operations: readonly Operation[],
	{ siteUrl, apis }: { siteUrl: string; apis: readonly Api[] },
): Json {
	const schemas: Json = {}
	const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
		const { $schema: _, $defs = {}, ...own } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
		for (const [name, { id: _id, ...shared }] of Object.entries($defs))
			schemas[name] = withSharedSchemas(shared)
		return withSharedSchemas(own)
	}
	const paths: Record<string, Json> = {}
	for (const operation of operations) {
		const path = templateOf(operation.path)
		paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describeOperation(operation, schemaOf) }
	}
	return {
		openapi: '3.1.0',
		info: {
			title: 'Headstart',
			version: '1',
			description:
				'The API of this shop’s server. The official client, @supabase/supabase-js, uses the Auth, REST, Storage, Functions and Realtime APIs.',
		},
		servers: [{ url: siteUrl }],
		tags: apis.map(({ name }) => ({ name })),
		paths,
		components: {
			schemas,
			securitySchemes: {
				key: { type: 'apiKey', in: 'header', name: 'apikey', description: 'The publishable key.' },
				session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
				secret: { type: 'apiKey', in: 'header', name: 'apikey', description: 'The secret key.' },
			},
		},
	}
}

type SchemaOf = (schema: z.ZodType, io: 'input' | 'output') => unknown

const security = {
	anyone: [],
	callers: [{ key: [] }],
	users: [{ session: [] }],
	'the service role': [{ secret: [] }],
} as const satisfies Record<About['for'], unknown>

function describeOperation({ method, path, about, api }: Operation, schemaOf: SchemaOf): Json {
	const { body, query = [] } = about
	const inPath = [...templateOf(path).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
		name,
		in: 'path',
		required: true,
		schema: { type: 'string' },
	}))
	const inQuery = query.map((name) => ({ name, in: 'query', schema: { type: 'string' } }))
	return {
		tags: [api.name],
		operationId: `${method.toLowerCase()}${templateOf(path).replaceAll(/[^a-zA-Z0-9]+(\w?)/g, (_, first: string) => first.toUpperCase())}`,
		summary: about.does,
		security: security[about.for],
		...(inPath.length + inQuery.length === 0 ? {} : { parameters: [...inPath, ...inQuery] }),
		...(body === undefined ? {} : { requestBody: { content: contentOf(body, schemaOf, 'input') } }),
		responses: {
			...Object.fromEntries(
				Object.entries(about.answers).map(([status, answer]) => [
					status,
					typeof answer === 'string' && answer !== 'a file'
						? { description: answer === 'nothing' ? 'Nothing' : 'A redirect' }
						: { description: 'Done', content: contentOf(answer, schemaOf, 'output') },
				]),
			),
			...(api.errors === undefined
				? {}
				: {
						default: {
							description: 'Refused',
							content: { 'application/json': { schema: schemaOf(api.errors, 'output') } },
						},
					}),
		},
	}
}

function contentOf(content: z.ZodType | string, schemaOf: SchemaOf, io: 'input' | 'output'): Json {
	if (content === 'a file') return { 'application/octet-stream': {} }
	if (typeof content === 'string') return { 'application/json': {} }
	return { 'application/json': { schema: schemaOf(content, io) } }
}

/** Turns `/object/:bucket/*` into `/object/{bucket}/{path}`. */
function templateOf(path: string): string {
	return path.replaceAll(/:(\w+)/g, '{$1}').replace(/\*$/, '{path}')
}

/** Makes references to shared schemas point to where an OpenAPI document keeps them. */
function withSharedSchemas(schema: unknown): unknown {
	if (Array.isArray(schema)) return schema.map(withSharedSchemas)
	if (typeof schema !== 'object' || schema === null) return schema
	return Object.fromEntries(
		Object.entries(schema).map(([name, value]) => [
			name,
			name === '$ref' && typeof value === 'string'
				? value.replace('#/$defs/', '#/components/schemas/')
				: withSharedSchemas(value),
		]),
	)
}
