import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { callAuth, confirmedUser } from '#test/auth.ts'
import { serviceRoleClient } from '#test/clients.ts'
import { type FakeIssuer, fakeProvider, startFakeIssuer } from '#test/fake-issuer.ts'
import { clientIn, errorIn, follow, makeTestBrowser } from '#test/google.ts'
import { createWorld, type World } from '#test/world.ts'

let fake: FakeIssuer
let world: World
beforeAll(async () => {
	fake = await startFakeIssuer()
	world = await createWorld({ providers: [fakeProvider(fake)] })
})
afterAll(async () => {
	await world.close()
	await fake.stop()
})

const now = () => Math.floor(Date.now() / 1000)

async function show(id_token: string, more: Record<string, unknown> = {}) {
	return await callAuth(world, '/token?grant_type=id_token', {
		body: { provider: 'custom:fake', id_token, ...more },
	})
}

const hashed = (nonce: string) => createHash('sha256').update(nonce).digest('hex')

test('the official client signs in with an ID token', async () => {
	const client = clientIn(world, makeTestBrowser())
	const token = await fake.idToken({ sub: 'p1', email: 'p1@fake.test', nonce: hashed('n1'), name: 'P One' })
	const { data, error } = await client.auth.signInWithIdToken({ provider: 'custom:fake', token, nonce: 'n1' })
	expect(error).toBeNull()
	expect(data.user).toMatchObject({
		email: 'p1@fake.test',
		app_metadata: { provider: 'custom:fake', providers: ['custom:fake'] },
		user_metadata: { full_name: 'P One' },
	})
	expect((await client.auth.getClaims(data.session?.access_token)).data?.claims.sub).toBe(data.user?.id)
})

/** Invalid claims and signatures. */
const wrongTokens: [string, () => Promise<string>][] = [
	['another audience', () => fake.idToken({ aud: 'somebody.else' })],
	['no audience', () => fake.idToken({ aud: undefined })],
	['another issuer', () => fake.idToken({ iss: 'https://evil.test' })],
	['another authorised party', () => fake.idToken({ azp: 'somebody.else' })],
	[
		'several audiences and no authorised party',
		() => fake.idToken({ aud: ['shop.client', 'somebody.else'] }),
	],
	['an expiry in the past', () => fake.idToken({ iat: now() - 700, exp: now() - 60 })],
	['no end', () => fake.idToken({ exp: undefined })],
	['a start in the future', () => fake.idToken({ nbf: now() + 300 })],
	['no subject', () => fake.idToken({ sub: undefined })],
	['a stranger’s signature', () => fake.idToken({}, { signed: 'by-a-stranger' })],
	['no signature', () => fake.idToken({}, { signed: 'not-at-all' })],
	['an unknown key', () => fake.idToken({}, { signed: 'other-kid' })],
	['invalid content', async () => 'x.y.z'],
]

describe('an ID token', () => {
	test.each(wrongTokens)('with %s is rejected in OAuth’s format', async (_what, make) => {
		const { status, body } = await show(await make())
		expect(status).toBe(400)
		expect(body).toEqual({ error: 'invalid request', error_description: expect.any(String) })
	})

	test.each([
		['with valid claims', {}],
		['of an app of the same owner', { aud: 'shop.app' }],
		['with the authorised party of that app', { aud: 'shop.client', azp: 'shop.app' }],
		[
			'with several audiences and ours as the authorised party',
			{ aud: ['shop.client', 'x'], azp: 'shop.client' },
		],
		['from a clock that is twenty seconds ahead', { nbf: now() + 20 }],
	])('%s is accepted', async (_what, change) => {
		expect((await show(await fake.idToken(change))).status).toBe(200)
	})

	test.each([
		['only in the token', hashed('n'), undefined, 'invalid request'],
		['only in the request', undefined, 'n', 'invalid request'],
		['that differs from the request’s', hashed('n'), 'other', 'invalid nonce'],
		['unhashed in the token', 'n', 'n', 'invalid nonce'],
	])('with a nonce %s is rejected', async (_what, inToken, beside, error) => {
		const { status, body } = await show(await fake.idToken({ nonce: inToken }), { nonce: beside })
		expect({ status, error: body?.error }).toEqual({ status: 400, error })
	})

	test('must match the access token sent with it', async () => {
		const half = createHash('sha256').update('the-token').digest().subarray(0, 16).toString('base64url')
		const token = await fake.idToken({ at_hash: half })
		expect((await show(token, { access_token: 'another' })).status).toBe(400)
		expect((await show(token, { access_token: 'the-token' })).status).toBe(200)
	})

	test('with an unverified address is rejected, even if an account has that address', async () => {
		const { email } = await confirmedUser(world)
		const refused = await show(await fake.idToken({ email, email_verified: false }))
		expect(refused).toMatchObject({
			status: 403,
			body: { error_code: 'provider_email_needs_verification' },
		})
		const text = await show(await fake.idToken({ email, email_verified: 'false' }))
		expect(text.status).toBe(403)
		expect((await show(await fake.idToken({ email }))).body).toMatchObject({ user: { email } })
	})

	test('with a Kelvin sign in place of a k does not sign in to the account of the address with a k', async () => {
		const client = serviceRoleClient(world)
		const [email, password] = ['kate.kelvin@student.test', 'quiet-harbour-42']
		expect((await client.auth.admin.createUser({ email, password, email_confirm: true })).error).toBeNull()
		const refused = await show(await fake.idToken({ sub: 'kelvin', email: email.replace('k', '\u212a') }))
		expect(refused).toMatchObject({ status: 403, body: { error_code: 'provider_email_needs_verification' } })
		expect(
			(await show(await fake.idToken({ sub: 'kate', email: 'Kate.Kelvin@Student.test' }))).body,
		).toMatchObject({
			user: { email },
		})
	})

	test('without an address is rejected too', async () => {
		expect((await show(await fake.idToken({ email: undefined }))).status).toBe(403)
	})

	test('a flood of tokens with made-up keys does not become a flood of requests to the provider', async () => {
		const before = fake.keysAsked()
		const tokens = await Promise.all(
			Array.from({ length: 20 }, () => fake.idToken({}, { signed: 'other-kid' })),
		)
		await Promise.all(tokens.map((token) => show(token)))
		expect(fake.keysAsked() - before).toBeLessThanOrEqual(2)
		expect((await show(await fake.idToken())).status).toBe(200)
	})
})

test.each([
	['no token', { id_token: '' }, 'id_token required'],
	['no provider', { provider: '' }, 'provider or client_id and issuer required'],
])('a request with %s is rejected', async (_what, change, error_description) => {
	const body = { provider: 'custom:fake', id_token: 'x', ...change }
	expect((await callAuth(world, '/token?grant_type=id_token', { body })).body).toEqual({
		error: 'invalid request',
		error_description,
	})
})

test('accepts the issuer as the provider’s name, and rejects a provider that is not offered', async () => {
	const by = (issuer: string, id_token: string) =>
		callAuth(world, '/token?grant_type=id_token', { body: { client_id: 'shop.client', issuer, id_token } })
	expect((await by(fake.issuer, await fake.idToken())).status).toBe(200)
	expect((await by('https://evil.test', await fake.idToken())).body).toMatchObject({
		error_code: 'provider_disabled',
		msg: 'Provider (issuer "https://evil.test") is not enabled',
	})
})

test('`link_identity` adds the identity in the token to the caller’s account', async () => {
	const person = await confirmedUser(world)
	const client = clientIn(world, makeTestBrowser())
	await client.auth.signInWithPassword(person)
	const token = await fake.idToken({ sub: 'linked', email: 'elsewhere@fake.test' })
	const { data, error } = await client.auth.linkIdentity({ provider: 'custom:fake', token })
	expect(error).toBeNull()
	expect(data.user?.id).toBe(person.id)
	expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email', 'custom:fake'])
	const nobody = await show(token, { link_identity: true })
	expect(nobody).toMatchObject({ status: 401, body: { error_code: 'no_authorization' } })
})

test('an ID token is rejected while the grant is switched off', async () => {
	const closed = await createWorld({ providers: [fakeProvider(fake)], auth: { idTokenGrant: false } })
	try {
		const body = { provider: 'custom:fake', id_token: await fake.idToken() }
		expect((await callAuth(closed, '/token?grant_type=id_token', { body })).body).toMatchObject({
			error_code: 'provider_disabled',
		})
		expect((await callAuth(closed, '/authorize?provider=custom:fake', { method: 'GET' })).status).toBe(302)
	} finally {
		await closed.close()
	}
})

test('with sign-ups closed only existing users can sign in through a provider', async () => {
	const closed = await createWorld({
		providers: [fakeProvider(fake)],
		auth: { signUpsOpen: false, mailerAutoconfirm: true },
	})
	try {
		const shown = async (change: Record<string, unknown>) =>
			await callAuth(closed, '/token?grant_type=id_token', {
				body: { provider: 'custom:fake', id_token: await fake.idToken(change) },
			})
		expect(await shown({ email: 'new@fake.test' })).toMatchObject({
			status: 422,
			body: { error_code: 'signup_disabled' },
		})
		await closed.database.query(
			sql`insert into auth.users (email, email_confirmed_at) values ('known@fake.test', now())`,
		)
		expect((await shown({ email: 'known@fake.test' })).status).toBe(200)
	} finally {
		await closed.close()
	}
})

describe('a provider that is added by settings alone', () => {
	/** Sends the browser back from the provider with a code. `change` and `how` decide which ID token the code is exchanged for. */
	async function returnWithCode(change: Record<string, unknown>, how: FakeIssuer['says']['how'] = {}) {
		const browser = makeTestBrowser()
		const client = clientIn(world, browser)
		const { data } = await client.auth.signInWithOAuth({
			provider: 'custom:fake',
			options: { redirectTo: `${world.url}/`, skipBrowserRedirect: true },
		})
		const sent = (await follow(browser, data.url ?? '')).searchParams
		fake.says.change = { nonce: sent.get('nonce'), ...change }
		fake.says.how = how
		const callback = new URL(sent.get('redirect_uri') ?? '')
		callback.search = `${new URLSearchParams({ code: 'c', state: sent.get('state') ?? '' })}`
		return { client, sent, back: await follow(browser, callback) }
	}

	test('is listed by `GET /settings`, and users can sign in with it', async () => {
		const { body } = await callAuth(world, '/settings', { method: 'GET' })
		expect(body).toMatchObject({ external: { 'custom:fake': true, google: false, email: true } })
		const { client, sent, back } = await returnWithCode({ email: 'further@fake.test' })
		expect(sent.get('scope')).toBe('openid email')
		const { data } = await client.auth.exchangeCodeForSession(back.searchParams.get('code') ?? '')
		expect(data.user).toMatchObject({
			email: 'further@fake.test',
			app_metadata: { provider: 'custom:fake', providers: ['custom:fake'] },
		})
	})

	test.each([
		['another audience', { aud: 'somebody.else' }, {}],
		['another issuer', { iss: 'https://evil.test' }, {}],
		['another nonce', { nonce: 'other' }, {}],
		['no nonce', { nonce: undefined }, {}],
		['an expiry in the past', { iat: 1_000, exp: 2_000 }, {}],
		['another authorised party', { azp: 'somebody.else' }, {}],
		['a stranger’s signature', {}, { signed: 'by-a-stranger' as const }],
		['no signature', {}, { signed: 'not-at-all' as const }],
	])('rejects a token that has %s', async (_what, change, how) => {
		const { back } = await returnWithCode(change, how)
		expect(errorIn(back)).toMatchObject({ error_code: 'bad_oauth_callback' })
	})

	test('if it is unreachable, the browser is redirected back with an error', async () => {
		const gone = await startFakeIssuer()
		await gone.stop()
		const closed = await createWorld({ providers: [fakeProvider(gone)] })
		try {
			const path = '/authorize?provider=custom:fake&redirect_to=/free'
			const answer = await callAuth(closed, path, { method: 'GET' })
			expect(answer.status).toBe(302)
			const back = new URL(answer.headers.get('location') ?? '')
			expect(`${back.origin}${back.pathname}`).toBe(`${closed.url}/free`)
			expect(errorIn(back)).toMatchObject({ error_code: 'unavailable' })
			const asked = await callAuth(closed, `${path}&skip_http_redirect=true`, { method: 'GET' })
			expect(asked).toMatchObject({ status: 503, body: { error_code: 'unavailable' } })
		} finally {
			await closed.close()
		}
	})
})
