import {
	decodeProtectedHeader,
	exportJWK,
	generateKeyPair,
	importJWK,
	type JWK,
	type JWTPayload,
	SignJWT,
	UnsecuredJWT,
} from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { type AccessTokens, createAccessTokens } from '#server/platform/http/access-token.ts'
import { unixSeconds } from '#shared/clock.ts'
import { type MovableClock, movableClock } from '#test/clock.ts'

const issuer = 'https://shop.test/auth/v1'
const newKey = async (kid: string): Promise<JWK> => {
	const { privateKey } = await generateKeyPair('ES256', { extractable: true })
	return { ...(await exportJWK(privateKey)), kid }
}
const [key, earlierKey, foreignKey] = await Promise.all(['new', 'earlier', 'new'].map(newKey))
if (!key || !earlierKey || !foreignKey) throw new Error('no keys')

const person = {
	sub: '11111111-1111-4111-8111-111111111111',
	session_id: '22222222-2222-4222-8222-222222222222',
	role: 'authenticated' as const,
	aal: 'aal1' as const,
	email: 'ada@student.test',
}
const payload = { ...person, phone: '', amr: [], app_metadata: {}, user_metadata: {}, is_anonymous: false }

let clock: MovableClock
let tokens: AccessTokens
beforeEach(async () => {
	clock = movableClock()
	tokens = await createAccessTokens({ signingKeys: [key, earlierKey], issuer, clock })
})

/** Returns valid claims with changes; a claim set to undefined is left out. */
function claims(change: Record<string, unknown> = {}): JWTPayload {
	const now = unixSeconds(clock)
	return { ...person, iss: issuer, aud: 'authenticated', iat: now, exp: now + 3600, ...change }
}

async function signed(change: Record<string, unknown> = {}, signingKey: JWK = key ?? {}): Promise<string> {
	return await new SignJWT(claims(change))
		.setProtectedHeader({ alg: 'ES256', kid: signingKey.kid ?? '' })
		.sign(await importJWK(signingKey, 'ES256'))
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('verifying a token returns only the claims that the database sees', async () => {
	const { token, expiresAt } = await tokens.sign(payload, 3600)
	expect(expiresAt - unixSeconds(clock)).toBe(3600)
	expect(await tokens.verify(token)).toEqual({ ...person, exp: expiresAt })
})

test('a token signed with the previous key is valid while that key is listed', async () => {
	const token = await signed({}, earlierKey)
	expect(await tokens.verify(token)).toMatchObject({ sub: person.sub })
	const without = await createAccessTokens({ signingKeys: [key], issuer, clock })
	await expect(without.verify(token)).rejects.toMatchObject({ code: 'bad_jwt' })
})

test('an expired token is refused, even if it is cached', async () => {
	const { token } = await tokens.sign(payload, 3600)
	await tokens.verify(token)
	clock.advance(3590)
	await expect(tokens.verify(token)).resolves.toBeDefined()
	clock.advance(11)
	for (let again = 0; again < 2; again += 1)
		await expect(tokens.verify(token)).rejects.toMatchObject({ code: 'jwt_expired', status: 403 })
})

test('a cached token is refused from the very second it expires', async () => {
	let now = new Date('2026-11-21T10:00:00Z')
	const still = await createAccessTokens({ signingKeys: [key], issuer, clock: { now: () => now } })
	const { token } = await still.sign(payload, 3600)
	await still.verify(token)
	now = new Date('2026-11-21T10:59:59Z')
	await expect(still.verify(token)).resolves.toBeDefined()
	now = new Date('2026-11-21T11:00:00Z')
	await expect(still.verify(token)).rejects.toMatchObject({ code: 'jwt_expired' })
})

test('the published keys are the public halves only', () => {
	expect(tokens.jwks.keys.map(({ kid }) => kid)).toEqual(['new', 'earlier'])
	for (const published of tokens.jwks.keys) {
		expect(published).toMatchObject({ kty: 'EC', alg: 'ES256', use: 'sig' })
		expect(published).not.toHaveProperty('d')
	}
})

test.each<[string, () => Promise<string> | string]>([
	['signed with a foreign key of the same name', () => signed({}, foreignKey)],
	['without a signature', () => new UnsecuredJWT(claims()).encode()],
	['that calls itself HS256 and is signed with the public key', () => forgedWithThePublicKey()],
	[
		'whose claims were changed after signing',
		async () => {
			const [head, , signature] = (await signed()).split('.')
			return `${head}.${part(claims({ sub: '33333333-3333-4333-8333-333333333333' }))}.${signature}`
		},
	],
	['without an expiry', () => signed({ exp: undefined })],
	['without a time of issue', () => signed({ iat: undefined })],
	['issued in the future', () => signed({ iat: unixSeconds(clock) + 120 })],
	['that lives longer than a day', () => signed({ exp: unixSeconds(clock) + 86_401 })],
	['of another issuer', () => signed({ iss: 'https://other.test/auth/v1' })],
	['without an issuer', () => signed({ iss: undefined })],
	['for another audience', () => signed({ aud: 'somebody' })],
	['without an audience', () => signed({ aud: undefined })],
	['without a session', () => signed({ session_id: undefined })],
	['whose subject is not an id', () => signed({ sub: 'admin' })],
	['of another role', () => signed({ role: 'service_role' })],
	['that is not a JWT', () => 'not.a.token'],
	['that is empty', () => ''],
])('a token %s is rejected', async (_name, make) => {
	await expect(tokens.verify(await make())).rejects.toMatchObject({ code: 'bad_jwt', status: 403 })
	await expect(tokens.verify(await signed())).resolves.toBeDefined()
})

async function forgedWithThePublicKey(): Promise<string> {
	const secret = new TextEncoder().encode(JSON.stringify(tokens.jwks.keys[0]))
	return await new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: 'new' }).sign(secret)
}

test('RSA keys work too, and a token is verified only with the algorithm of its own key', async () => {
	const { privateKey } = await generateKeyPair('RS256', { extractable: true })
	const rsaKey = { ...(await exportJWK(privateKey)), kid: 'rsa' }
	const both = await createAccessTokens({ signingKeys: [rsaKey, key], issuer, clock })
	const { token } = await both.sign(payload, 3600)
	expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'RS256', kid: 'rsa' })
	expect(await both.verify(token)).toMatchObject({ sub: person.sub })
	expect(await both.verify(await signed())).toMatchObject({ sub: person.sub })
	expect(both.jwks.keys.map(({ alg, d }) => [alg, d])).toEqual([
		['RS256', undefined],
		['ES256', undefined],
	])
	await expect(tokens.verify(token)).rejects.toMatchObject({ code: 'bad_jwt' })
})

test('a token signed with a shared secret is rejected unless that secret is configured', async () => {
	const secret = 'a-shared-secret-of-thirty-two-characters'
	const bySecret = (with_: string, change = {}) =>
		new SignJWT(claims(change)).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(with_))
	const legacy = await createAccessTokens({ signingKeys: [key], issuer, clock, legacySecret: secret })
	expect(await legacy.verify(await bySecret(secret))).toMatchObject({ sub: person.sub })
	await expect(tokens.verify(await bySecret(secret))).rejects.toMatchObject({ code: 'bad_jwt' })
	await expect(
		legacy.verify(await bySecret('another-secret-of-thirty-two-characters')),
	).rejects.toMatchObject({
		code: 'bad_jwt',
	})
	// An attack: everybody knows the public key, so an attacker can sign with it as if it were the shared secret.
	const publicKey = JSON.stringify(legacy.jwks.keys[0])
	await expect(legacy.verify(await bySecret(publicKey))).rejects.toMatchObject({ code: 'bad_jwt' })
	expect(JSON.stringify(legacy.jwks)).not.toContain('oct')
})

test('an API key may be signed with any of the shop’s signing keys, EC or RSA', async () => {
	const { privateKey } = await generateKeyPair('RS256', { extractable: true })
	const rsaKey = { ...(await exportJWK(privateKey)), kid: 'rsa' }
	const both = await createAccessTokens({ signingKeys: [key, rsaKey], issuer, clock })
	const apiKey = async (signer: JWK, alg: string, change: Record<string, unknown> = {}) =>
		await new SignJWT({ role: 'anon', iss: 'supabase', exp: unixSeconds(clock) + 60, ...change })
			.setProtectedHeader({ alg, kid: signer.kid ?? '' })
			.sign(await importJWK(signer, alg))
	expect(await both.roleOfSignedKey(await apiKey(key, 'ES256'))).toBe('anon')
	expect(await both.roleOfSignedKey(await apiKey(rsaKey, 'RS256', { role: 'service_role' }))).toBe(
		'service_role',
	)
	const short = await apiKey(key, 'ES256', { role: 'service_role' })
	expect(await both.roleOfSignedKey(short)).toBe('service_role')
	clock.advance(61)
	for (const none of [
		short,
		await apiKey(foreignKey, 'ES256', { role: 'service_role' }),
		await apiKey(earlierKey, 'ES256'),
		await apiKey(key, 'ES256', { role: 'postgres' }),
		await apiKey(key, 'ES256', { sub: person.sub }),
		await apiKey(key, 'ES256', { exp: undefined }),
		new UnsecuredJWT({ role: 'service_role', exp: unixSeconds(clock) + 60 }).encode(),
		await signed(),
	])
		expect(await both.roleOfSignedKey(none)).toBeUndefined()
})

test('legacy keys have a role if the shared secret is set', async () => {
	const secret = 'a-shared-secret-of-thirty-two-characters'
	const legacy = await createAccessTokens({ signingKeys: [key], issuer, clock, legacySecret: secret })
	const apiKey = (role: string, exp = unixSeconds(clock) + 60, more = {}) =>
		new SignJWT({ role, iss: 'supabase', exp, ...more })
			.setProtectedHeader({ alg: 'HS256' })
			.sign(Buffer.from(secret))
	expect(await legacy.roleOfSignedKey(await apiKey('anon'))).toBe('anon')
	expect(await legacy.roleOfSignedKey(await apiKey('service_role'))).toBe('service_role')
	expect(await tokens.roleOfSignedKey(await apiKey('service_role'))).toBeUndefined()
	expect(await legacy.isVisitors(await apiKey('anon', undefined, { sub: 'elsewhere' }))).toBe(true)
	for (const none of [
		await apiKey('authenticated'),
		await apiKey('service_role', undefined, { sub: 'elsewhere' }),
		await apiKey('anon', unixSeconds(clock) - 1),
		new UnsecuredJWT({ role: 'anon', exp: unixSeconds(clock) + 60 }).encode(),
		await signed(),
		'junk',
	])
		expect(await legacy.isVisitors(none)).toBe(false)
	for (const none of [
		await apiKey('authenticated'),
		await apiKey('anon', unixSeconds(clock) - 1),
		await apiKey('anon', undefined, { sub: person.sub }),
		await signed(),
		'junk',
	])
		expect(await legacy.roleOfSignedKey(none)).toBeUndefined()
})
