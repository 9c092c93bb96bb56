import { describe, expect, test } from 'vitest'
import { anonymousClient, signedInClient } from '#test/clients.ts'
import { useWorld } from '#test/world.ts'

// Small answers of the reference servers on which programs other than the official client rely.
const world = await useWorld()

const call = (method: string, path: string, body?: string, headers: Record<string, string> = {}) =>
	world.request(path, {
		method,
		headers: { apikey: world.keys.publishableKey, 'content-type': 'application/json', ...headers },
		...(body === undefined ? {} : { body }),
	})

describe('the Auth API', () => {
	const asOwner = () => ({ apikey: world.keys.secretKey, authorization: `Bearer ${world.keys.secretKey}` })

	test.each(['/oauth/clients/register', '/oauth/token', '/admin/oauth/clients', '/user/oauth/grants'])(
		'says at %s that there is no OAuth server',
		async (path) => {
			const response = await call('POST', `/auth/v1${path}`, '{}', asOwner())
			expect(response.status).toBe(404)
			expect(await response.json()).toMatchObject({
				error_code: 'feature_disabled',
				msg: 'OAuth server is disabled',
			})
		},
	)

	test.each(['/admin/custom-providers', '/admin/custom-providers/custom:x'])(
		'says at %s that there are no custom providers',
		async (path) => {
			expect(await (await call('GET', `/auth/v1${path}`, undefined, asOwner())).json()).toMatchObject({
				error_code: 'feature_disabled',
			})
		},
	)

	test('publishes where its keys are', async () => {
		const response = await world.request('/auth/v1/.well-known/openid-configuration')
		expect(response.status).toBe(200)
		const found = await response.json()
		expect(found).toMatchObject({ issuer: expect.stringMatching(/\/auth\/v1$/) })
		expect(found.jwks_uri).toBe(`${found.issuer}/.well-known/jwks.json`)
		const client = await signedInClient(world)
		const { data } = await client.auth.getClaims()
		expect(data?.claims.iss).toBe(found.issuer)
		expect(found.id_token_signing_alg_values_supported).toContain(data?.header.alg)
	})

	test.each([
		['DELETE', '/signup'],
		['GET', '/token'],
		['PATCH', '/user'],
		['PUT', '/factors'],
	])('answers 405 to %s %s, and 404 to an unknown path', async (method, path) => {
		const response = await call(method, `/auth/v1${path}`)
		expect(response.status).toBe(405)
		expect(await response.json()).toMatchObject({ msg: 'Method not allowed' })
		expect((await call(method, '/auth/v1/nothing')).status).toBe(404)
	})

	test('answers 400 to a code of an unknown type', async () => {
		const body = JSON.stringify({ type: 'nonsense', email: 'ada@student.test', token: '123456' })
		const response = await call('POST', '/auth/v1/verify', body)
		expect(response.status).toBe(400)
		expect(await response.json()).toMatchObject({ error_code: 'validation_failed' })
	})
})

describe('the REST API', () => {
	test('says in a 416 how many rows there are', async () => {
		const { length } = await (await call('GET', '/rest/v1/products?select=id')).json()
		const response = await call('GET', '/rest/v1/products?select=id&offset=500', undefined, {
			prefer: 'count=exact',
		})
		expect(response.status).toBe(416)
		expect(response.headers.get('content-range')).toBe(`*/${length}`)
		expect((await call('GET', '/rest/v1/products?limit=-1')).headers.get('content-range')).toBe('*/*')
	})

	test('asks a visitor who may not read a table for a token', async () => {
		const response = await call('GET', '/rest/v1/purchases')
		expect(response.status).toBe(401)
		expect(response.headers.get('www-authenticate')).toBe('Bearer')
		expect((await call('GET', '/rest/v1/products?select=id')).headers.get('www-authenticate')).toBeNull()
	})

	test('has no description of itself', async () => {
		const response = await call('GET', '/rest/v1/')
		expect(response.status).toBe(404)
		expect(await response.json()).toMatchObject({ code: 'PGRST126' })
	})

	test('reads a publishable key from the address, but not the secret key', async () => {
		const read = (key: string, path = '/rest/v1/products?select=id') =>
			world.request(`${path}&apikey=${encodeURIComponent(key)}`)
		expect((await read(world.keys.publishableKey)).status).toBe(200)
		expect((await read(world.keys.publishableKey, '/rest/v1/purchases?select=id')).status).toBe(401)
		for (const key of [world.keys.secretKey, '', 'x', 'é']) expect((await read(key)).status).toBe(401)
	})

	test('refuses to change every row of a user for lack of a filter', async () => {
		const client = await signedInClient(world)
		const changed = await client.from('reviews').update({ rating: 1 })
		expect(changed).toMatchObject({ status: 400, error: { code: '21000' } })
		expect((await anonymousClient(world).from('reviews').update({ rating: 1 })).status).toBe(401)
	})
})

test('the Functions API names an unknown function as the reference does', async () => {
	const response = await call('POST', '/functions/v1/nothing', '{}')
	expect(response.status).toBe(404)
	expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' })
})

test.each([
	['/api/broadcast', '{}'],
	['/api/broadcast', '{"messages":[]}'],
	['/api/broadcast', '{"messages":[{"topic":"","event":"x","payload":{}}]}'],
])('the Realtime API answers 422 to a broadcast that it cannot send: %s %s', async (path, body) => {
	expect((await call('POST', `/realtime/v1${path}`, body)).status).toBe(422)
	expect((await call('POST', `/realtime/v1${path}`, '{')).status).toBe(400)
})
