import { expect, test } from 'vitest'
import { AppError } from '#server/platform/app-error.ts'
import { createAuthenticate } from '#server/platform/http/authenticate.ts'

const claims = {
	sub: '11111111-1111-4111-8111-111111111111',
	session_id: '22222222-2222-4222-8222-222222222222',
	role: 'authenticated' as const,
	aal: 'aal1' as const,
	email: 'ada@student.test',
	exp: 2_000_000_000,
}
const publishable = 'sb_publishable_of_this_test'
const secret = 'sb_secret_of_this_test'
const token = 'a.good.token'

const authenticate = createAuthenticate({
	publishableKey: publishable,
	secretKey: secret,
	accessTokens: {
		verify: async (given) => {
			if (given === token) return claims
			throw new AppError('bad_jwt', 403, 'invalid JWT')
		},
		roleOfSignedKey: async (key) => (key === 'ey.signed.anon' ? 'anon' : undefined),
	},
})

const ask = (headers: Record<string, string>) =>
	authenticate(new Request('https://shop.test/rest/v1/products', { headers }))

test.each<[string, Record<string, string>, string]>([
	['the publishable key', { apikey: publishable }, 'anon'],
	[
		'the publishable key in both places, as the client sends it',
		{ apikey: publishable, authorization: `Bearer ${publishable}` },
		'anon',
	],
	['a signed key', { apikey: 'ey.signed.anon', authorization: 'Bearer ey.signed.anon' }, 'anon'],
	['the secret key', { apikey: secret }, 'service'],
	['the secret key as a bearer', { authorization: `Bearer ${secret}` }, 'service'],
	[
		'a token beside the publishable key',
		{ apikey: publishable, authorization: `Bearer ${token}` },
		'authenticated',
	],
	[
		'a token with the secret key: the user, not the service role',
		{ apikey: secret, authorization: `Bearer ${token}` },
		'authenticated',
	],
	['a token alone', { authorization: `Bearer ${token}` }, 'authenticated'],
])('%s', async (_name, headers, role) => {
	expect(await ask(headers)).toMatchObject({ role, ...(role === 'authenticated' ? { claims } : {}) })
})

test.each<[string, Record<string, string>, string]>([
	['no key and no token', {}, 'no_authorization'],
	['an unknown key', { apikey: 'sb_publishable_of_another' }, 'invalid_api_key'],
	['an empty key', { apikey: '' }, 'invalid_api_key'],
	['a key with a letter more', { apikey: `${secret}x` }, 'invalid_api_key'],
	[
		'a good token beside an unknown key',
		{ apikey: 'unknown', authorization: `Bearer ${token}` },
		'invalid_api_key',
	],
	['a bad token beside the publishable key', { apikey: publishable, authorization: 'Bearer bad' }, 'bad_jwt'],
	['a bad token beside the secret key', { apikey: secret, authorization: 'Bearer bad' }, 'bad_jwt'],
	['another scheme', { apikey: publishable, authorization: `Basic ${token}` }, 'bad_jwt'],
	['two tokens', { apikey: publishable, authorization: `Bearer ${token} ${token}` }, 'bad_jwt'],
	['a bearer of nothing', { apikey: publishable, authorization: 'Bearer ' }, 'bad_jwt'],
])('%s is refused', async (_name, headers, code) => {
	await expect(ask(headers)).rejects.toMatchObject({ code })
})
