import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { tables } from '#server/apis/rest/tables.ts'
import { createAnswerCheck } from '#test/answers.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ captcha: 'proof-of-work' })

const documentSchema = z.object({
	openapi: z.literal('3.1.0'),
	paths: z.record(
		z.string(),
		z.record(
			z.string(),
			z.looseObject({
				operationId: z.string(),
				summary: z.string().regex(/^[A-Z].*\.$/),
				security: z.array(z.record(z.string(), z.array(z.string()))),
				parameters: z.array(z.object({ name: z.string(), in: z.enum(['path', 'query']) })).default([]),
				responses: z.record(z.string(), z.looseObject({ description: z.string() })),
			}),
		),
	),
	components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
})

async function readDocument() {
	const response = await world.request('/openapi.json')
	expect(response.status).toBe(200)
	const text = await response.text()
	return { text, ...documentSchema.parse(JSON.parse(text)) }
}

test('every route of an API is described, or refuses every request', () => {
	// These are not for programs: browsers' reports about pages, pictures, and the document itself.
	const forOthers =
		/^(POST \/csp-reports|GET \/product-pictures\/:name\S*|GET \/icons\/:source\/:file|GET \/link-previews\/:name\S*|GET \/media\/:name|GET \/openapi\.json)$/
	expect(world.describedRoutes.others.filter((route) => !forOthers.test(route))).toEqual([])
	expect(world.describedRoutes.operations.length).toBeGreaterThan(80)
})

test('every reference in the document exists, operation ids are unique, and path parameters are described', async () => {
	const { text, paths, components } = await readDocument()
	for (const [, name = ''] of text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g))
		expect(components.schemas).toHaveProperty([name])
	expect(text).not.toContain('#/$defs')
	const operations = Object.entries(paths).flatMap(([path, methods]) =>
		Object.values(methods).map((operation) => ({ path, ...operation })),
	)
	expect(operations).toHaveLength(world.describedRoutes.operations.length)
	const ids = operations.map(({ operationId }) => operationId)
	expect(new Set(ids).size).toBe(ids.length)
	for (const { path, parameters } of operations)
		expect(parameters.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(
			[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
		)
	// A body is described by the schema with which the server parses it. The field for the captcha is added to that.
	expect(JSON.stringify(paths['/auth/v1/recover'])).toMatch(/"code_challenge_method".*"captcha_token"/)
})

test('the document lists the columns of each table in rows, bodies and filters', async () => {
	const { paths, components } = await readDocument()
	for (const { name, verbs, columns } of tables.values()) {
		const own = paths[`/rest/v1/${name}`] ?? {}
		expect([name, Object.keys(own)]).toEqual([
			name,
			['get', 'post', 'patch', 'delete'].filter((_, index) =>
				verbs.has((['select', 'insert', 'update', 'delete'] as const)[index] ?? 'select'),
			),
		])
		const filters = own.get?.parameters.map((parameter) => parameter.name) ?? []
		expect(filters).toEqual(expect.arrayContaining(['select', ...columns.keys()]))
		const schema = `RowOf${name.replaceAll(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase())}`
		expect(
			Object.keys(
				z.object({ properties: z.record(z.string(), z.unknown()) }).parse(components.schemas[schema])
					.properties,
			),
		).toEqual([...columns.keys()])
		for (const operation of Object.values(own)) expect(JSON.stringify(operation.responses)).toContain(schema)
		for (const verb of ['post', 'patch'])
			if (own[verb] !== undefined) expect(JSON.stringify(own[verb].requestBody)).toContain(schema)
	}
})

test('the document is compressed in advance, and sent in the best encoding that the client accepts', async () => {
	const plain = await (await world.request('/openapi.json')).text()
	for (const [accepted, encoding, decode] of [
		['gzip, deflate, br', 'br', brotliDecompressSync],
		['gzip', 'gzip', gunzipSync],
	] as const) {
		const { headers, bytes } = await read(accepted)
		expect(headers).toMatchObject({
			'content-encoding': encoding,
			vary: 'Accept-Encoding',
			// Only an answer compressed in advance has a length. One that is compressed while it is sent has none.
			'content-length': String(bytes.length),
		})
		expect(decode(bytes).toString()).toBe(plain)
	}
	expect((await read('br;q=0, deflate')).headers).not.toHaveProperty('content-encoding')

	async function read(accepted: string) {
		const response = await world.request('/openapi.json', { headers: { 'accept-encoding': accepted } })
		return {
			headers: Object.fromEntries(response.headers),
			bytes: new Uint8Array(await response.arrayBuffer()),
		}
	}
})

test('the document is compressed, cacheable and readable by any page, and contains no secret', async () => {
	const response = await world.request('/openapi.json', { headers: { 'accept-encoding': 'gzip' } })
	expect(Object.fromEntries(response.headers)).toMatchObject({
		'content-type': 'application/json; charset=utf-8',
		'cache-control': 'public, max-age=600',
		'access-control-allow-origin': '*',
		'content-encoding': 'gzip',
		etag: expect.any(String),
	})
	const sent = new Uint8Array(await response.arrayBuffer())
	expect(sent.length).toBeLessThan(16_384)
	const text = gunzipSync(sent).toString()
	for (const secret of [world.keys.secretKey, world.keys.authEncryptionKey])
		expect(text).not.toContain(secret)
	const unchanged = await world.request('/openapi.json', {
		headers: { 'if-none-match': response.headers.get('etag') ?? '' },
	})
	expect(unchanged.status).toBe(304)
})

test('the document says correctly who may call each operation', async () => {
	const wrong: string[] = []
	for (const { method, path, about } of world.describedRoutes.operations) {
		const address = path
			.replace('/token', '/token?grant_type=password')
			.replaceAll(/:\w+/g, 'pdfs')
			.replace('*', 'x.pdf')
		const isRefused = async (headers: Record<string, string>) => {
			const { status } = await world.request(address, { method, headers, redirect: 'manual' })
			// The Storage API refuses everything with 400, whatever the reason.
			return [401, 403].includes(status) || (path.startsWith('/storage/') && status === 400)
		}
		const bare = await isRefused({})
		const withKey = await isRefused({ apikey: world.keys.publishableKey })
		// `withKey` says nothing about `callers`: with the key, a call may still be refused, for example because the guide isn't
		// the caller's.
		const fits = {
			anyone: path.startsWith('/storage/') || !bare,
			callers: bare,
			users: bare && withKey,
			'the service role': bare && withKey,
		}
		if (!fits[about.for]) wrong.push(`${method} ${path} is not for ${about.for}`)
	}
	expect(wrong).toEqual([])
})

describe('the check that every test makes', () => {
	const faultsOf = async (method: string, path: string, response: Response) => {
		const { check, faults } = createAnswerCheck(world.describedRoutes.operations)
		await check({ method, path, response })
		return faults
	}

	test.each([
		[
			'a field that is not described',
			'GET',
			'/auth/v1/health',
			Response.json({ name: 'x', version: '2', description: 'x', more: 1 }),
		],
		['a field that is missing', 'GET', '/auth/v1/health', Response.json({ name: 'x' })],
		['a status that is not described', 'GET', '/auth/v1/health', Response.json({}, { status: 201 })],
		['a route that is not described', 'GET', '/auth/v1/new', Response.json({})],
		['an error in another form', 'POST', '/auth/v1/otp', Response.json({ oh: 'no' }, { status: 400 })],
		['a redirect without an address', 'GET', '/auth/v1/verify', new Response(null, { status: 303 })],
		['a body where none is described', 'POST', '/auth/v1/logout', Response.json({}, { status: 200 })],
	])('finds %s', async (_name, method, path, response) => {
		expect(await faultsOf(method, path, response)).toHaveLength(1)
	})

	test('accepts an answer that is described, and a refusal by an unknown route', async () => {
		expect(await faultsOf('POST', '/auth/v1/otp', Response.json({}))).toEqual([])
		expect(await faultsOf('GET', '/auth/v1/new', Response.json({}, { status: 404 }))).toEqual([])
	})
})
