import { createLocalJWKSet, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { callAuth, confirmedUser } from '#test/auth.ts'
import { createWorld, useWorld } from '#test/world.ts'

const world = await useWorld({ auth: { signUpsOpen: false, mailerAutoconfirm: false } })

const get = (path: string) => callAuth(world, path, { method: 'GET', headers: { apikey: '' } })

test('publishes only the public keys, which verify the tokens of this shop', async () => {
	const open = await createWorld()
	try {
		const { accessToken } = await confirmedUser(open)
		const { body, headers, status } = await callAuth(open, '/.well-known/jwks.json', {
			method: 'GET',
			headers: { apikey: '' },
		})
		expect(status).toBe(200)
		expect(headers.get('cache-control')).toBe('public, max-age=600')
		expect(JSON.stringify(body)).not.toContain('"d"')
		const keys = z
			.object({
				keys: z.array(z.looseObject({ kty: z.literal('EC'), alg: z.literal('ES256'), kid: z.string() })),
			})
			.parse(body)
		const { payload } = await jwtVerify(accessToken, createLocalJWKSet(keys), { audience: 'authenticated' })
		expect(payload.iss).toBe(`${open.url}/auth/v1`)
	} finally {
		await open.close()
	}
})

test('lists what the shop offers, without a key', async () => {
	expect(await get('/settings')).toMatchObject({
		status: 200,
		body: {
			external: { google: false, email: true, phone: false, anonymous_users: false },
			disable_signup: true,
			mailer_autoconfirm: false,
			saml_enabled: false,
			passkeys_enabled: true,
		},
	})
})

test('answers health checks', async () => {
	expect(await get('/health')).toMatchObject({ status: 200, body: { name: 'GoTrue' } })
})

test('creates no account while sign-ups are closed', async () => {
	const refused = await callAuth(world, '/signup', {
		body: { email: 'new@student.test', password: 'quiet-harbour-42' },
	})
	expect(refused).toMatchObject({
		status: 422,
		body: { error_code: 'signup_disabled', msg: 'Signups not allowed for this instance' },
	})
})

test('with confirmation off, a sign-up returns a session, and signing up again is rejected', async () => {
	const open = await createWorld({ auth: { mailerAutoconfirm: true } })
	try {
		const signUp = () =>
			callAuth(open, '/signup', { body: { email: 'quick@student.test', password: 'quiet-harbour-42' } })
		expect((await signUp()).body).toMatchObject({
			token_type: 'bearer',
			user: { email: 'quick@student.test', identities: [{}] },
		})
		expect(await signUp()).toMatchObject({
			status: 422,
			body: { error_code: 'user_already_exists', msg: 'User already registered' },
		})
		await open.runJobs()
		expect(open.mails).toHaveLength(0)
	} finally {
		await open.close()
	}
})

test('allows requests from other origins, without cookies', async () => {
	const response = await world.request('/auth/v1/token', {
		method: 'OPTIONS',
		headers: {
			origin: 'https://elsewhere.test',
			'access-control-request-method': 'POST',
			'access-control-request-headers':
				'apikey,authorization,content-type,x-client-info,x-supabase-api-version',
		},
	})
	expect(response.status).toBe(204)
	expect(response.headers.get('access-control-allow-origin')).toBe('*')
	expect(response.headers.get('access-control-allow-credentials')).toBeNull()
	expect(response.headers.get('access-control-allow-headers')).toContain('x-supabase-api-version')
	const answer = await world.request('/auth/v1/user', { headers: { origin: 'https://elsewhere.test' } })
	expect(answer.headers.get('access-control-expose-headers')?.toLowerCase()).toContain(
		'x-supabase-api-version',
	)
})
