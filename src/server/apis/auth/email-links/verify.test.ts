import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { ban, callAuth, confirmedUser, emailedTokens, newestToken, tokensIn } from '#test/auth.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ auth: { emailCodes: true } })

let made = 0
/** Returns a user who has signed up but not confirmed. */
async function waiting(
	more: Record<string, unknown> = {},
): Promise<{ email: string; token: string; code: string; id: string }> {
	const email = `waiting.${++made}@student.test`
	const { body } = await callAuth(world, '/signup', {
		body: { email, password: 'quiet-harbour-42', ...more },
	})
	const token = await newestToken(world, email)
	const mail = world.mails.findLast(({ to }) => to === email)
	return {
		email,
		token,
		code: /Prefer a code\? Use (\d{6})/.exec(mail?.text ?? '')?.[1] ?? '',
		id: String(body?.id),
	}
}
const verify = (body: Record<string, unknown>) => callAuth(world, '/verify', { body })
const follow = (query: Record<string, string>, method = 'GET') =>
	callAuth(world, `/verify?${new URLSearchParams(query)}`, { method, headers: { apikey: '' } })
const deadLink = {
	status: 403,
	body: { code: 403, error_code: 'otp_expired', msg: 'Email link is invalid or has expired' },
}
const deadCode = {
	status: 403,
	body: { code: 403, error_code: 'otp_expired', msg: 'Token has expired or is invalid' },
}

test.each(['signup', 'email'])(
	'a link of type %s works once, and using it again does not end the session',
	async (type) => {
		const { token } = await waiting()
		const { status, body } = await verify({ type, token_hash: token })
		expect(status).toBe(200)
		expect(body).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
		expect(await verify({ type, token_hash: token })).toMatchObject(deadLink)
		expect(
			(await callAuth(world, '/user', { method: 'GET', bearer: tokensIn(body).accessToken })).status,
		).toBe(200)
	},
)

test('ten concurrent uses of a link create one session', async () => {
	const { token, id } = await waiting()
	const answers = await Promise.all(
		Array.from({ length: 10 }, () => verify({ type: 'signup', token_hash: token })),
	)
	expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 403)])
	expect(await world.database.query(sql`select from auth.sessions where user_id = ${id}`)).toHaveLength(1)
})

test('a link works for an hour', async () => {
	const [early, late] = [await waiting(), await waiting()]
	world.clock.advance(3_500)
	expect((await verify({ type: 'signup', token_hash: early.token })).status).toBe(200)
	world.clock.advance(110)
	expect(await verify({ type: 'signup', token_hash: late.token })).toMatchObject(deadLink)
})

test('rejects a link of another type, a changed link, and a link of a banned user', async () => {
	const { token, id } = await waiting()
	for (const type of ['recovery', 'magiclink', 'email_change']) {
		expect(await verify({ type, token_hash: token })).toMatchObject(deadLink)
	}
	for (const changed of [token.slice(1), `${token}x`, token.toUpperCase(), 'pkce_', "' or 1=1 --"]) {
		expect(await verify({ type: 'signup', token_hash: changed })).toMatchObject(deadLink)
	}
	await ban(world, { id })
	expect(await verify({ type: 'signup', token_hash: token })).toMatchObject({
		status: 403,
		body: { error_code: 'user_banned' },
	})
	await world.database.query(sql`update auth.users set banned_until = null where id = ${id}`)
	expect((await verify({ type: 'signup', token_hash: token })).status).toBe(200)
})

test('the official client confirms with the emailed code', async () => {
	const { email, code } = await waiting()
	const client = createClient(world.url, world.keys.publishableKey, { auth: { persistSession: false } })
	const { data, error } = await client.auth.verifyOtp({
		email: email.toUpperCase(),
		token: code,
		type: 'email',
	})
	expect(error).toBeNull()
	expect(data.session?.user.email).toBe(email)
})

test('a code is void after five wrong attempts, but the link in the same email still works', async () => {
	const { email, code, token } = await waiting()
	const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
	for (let guess = 0; guess < 5; guess++)
		expect(await verify({ type: 'signup', email, token: wrong })).toMatchObject(deadCode)
	expect(await verify({ type: 'signup', email, token: code })).toMatchObject(deadCode)
	expect((await verify({ type: 'signup', token_hash: token })).status).toBe(200)
})

test('a code works for ten minutes, only for its own address, and only from the newest email', async () => {
	const [late, other, twice] = [await waiting(), await waiting(), await waiting()]
	expect(
		await verify({ type: 'signup', email: other.email, token: late.code === other.code ? 'x' : late.code }),
	).toMatchObject(deadCode)
	world.clock.advance(61)
	await callAuth(world, '/resend', { body: { type: 'signup', email: twice.email } })
	await emailedTokens(world, twice.email)
	expect(await verify({ type: 'signup', email: twice.email, token: twice.code })).toMatchObject(deadCode)
	expect((await verify({ type: 'signup', email: other.email, token: other.code })).status).toBe(200)
	world.clock.advance(600)
	expect(await verify({ type: 'signup', email: late.email, token: late.code })).toMatchObject(deadCode)
	expect(await verify({ type: 'signup', email: 'nobody@student.test', token: '123456' })).toMatchObject(
		deadCode,
	)
})

test('the code of an earlier sign-up is void once a later one has been sent', async () => {
	const { email, code } = await waiting()
	world.clock.advance(61)
	await callAuth(world, '/signup', { body: { email, password: 'fresh-meadow-17' } })
	await emailedTokens(world, email)
	const newer =
		/Prefer a code\? Use (\d{6})/.exec(world.mails.findLast(({ to }) => to === email)?.text ?? '')?.[1] ?? ''
	expect(await verify({ type: 'signup', email, token: code === newer ? 'x' : code })).toMatchObject(deadCode)
	expect((await verify({ type: 'signup', email, token: newer })).status).toBe(200)
})

test('a link to the API leads to the site with a session in the fragment', async () => {
	const { token } = await waiting()
	const { status, headers } = await follow({ token, type: 'signup', redirect_to: `${world.url}/free?x=1` })
	expect(status).toBe(303)
	const target = new URL(headers.get('location') ?? '')
	expect(`${target.origin}${target.pathname}${target.search}`).toBe(`${world.url}/free?x=1`)
	const fragment = new URLSearchParams(target.hash.slice(1))
	expect(Object.fromEntries(fragment)).toMatchObject({
		token_type: 'bearer',
		expires_in: '3600',
		type: 'signup',
		sb: '',
	})
	const bearer = fragment.get('access_token') ?? ''
	expect((await callAuth(world, '/user', { method: 'GET', bearer })).status).toBe(200)
	expect(target.hash).not.toContain('user=')
})

test('a scanner’s HEAD request does not use up a link', async () => {
	const { token } = await waiting()
	const head = await follow({ token, type: 'signup' }, 'HEAD')
	expect(head.status).toBe(303)
	expect(head.headers.get('location')).toBe(`${world.url}/`)
	expect((await verify({ type: 'signup', token_hash: token })).status).toBe(200)
})

test.each([
	'https://evil.test/',
	'//evil.test',
	'/\\evil.test',
	'javascript:alert(1)',
	'data:text/html,x',
	'http://user:pass@127.0.0.1/',
	'http://127.0.0.1:1/',
	'http://2130706433/',
])('a link never leads to %s', async (redirect_to) => {
	const { headers } = await follow({ token: 'x', type: 'signup', redirect_to })
	const target = new URL(headers.get('location') ?? '')
	expect({ origin: target.origin, path: target.pathname, user: target.username }).toEqual({
		origin: world.url,
		path: '/',
		user: '',
	})
	expect(target.search).toBe('')
	expect(Object.fromEntries(new URLSearchParams(target.hash.slice(1)))).toEqual({
		error: 'access_denied',
		error_code: 'otp_expired',
		error_description: 'Email link is invalid or has expired',
		sb: '',
	})
})

test('a link never leads to a blob: URL of this site’s origin', async () => {
	for (const redirect_to of [
		`blob:${world.url}/free`,
		`filesystem:${world.url}/free`,
		`${world.url}.evil.test/`,
	]) {
		const { headers } = await follow({ token: 'x', type: 'signup', redirect_to })
		expect((headers.get('location') ?? '').split('#')[0]).toBe(`${world.url}/`)
	}
	const { headers } = await follow({ token: 'x', type: 'signup', redirect_to: `${world.url}/free` })
	expect((headers.get('location') ?? '').split('#')[0]).toBe(`${world.url}/free`)
})

test('an email that is sent twice has a different link each time, and using one voids the other', async () => {
	const email = 'patient@student.test'
	await callAuth(world, '/signup', { body: { email, password: 'quiet-harbour-42' } })
	const [job] = await world.database.query(sql`select payload from graphile_worker._private_jobs`)
	const payload = job?.payload
	if (typeof payload !== 'object' || payload === null || !('tokenId' in payload)) throw new Error('no job')
	const tokenId = String(payload.tokenId)
	// The mail server accepted the email, but its response was lost: the job runs again.
	await world.runJob('send-one-time-token', { tokenId })
	const [first = '', second = ''] = await emailedTokens(world, email)
	expect(new Set([first, second]).size).toBe(2)
	expect(new Set(world.mails.filter(({ to }) => to === email).map(({ messageId }) => messageId)).size).toBe(2)
	expect((await verify({ type: 'signup', token_hash: first })).status).toBe(200)
	expect((await verify({ type: 'signup', token_hash: second })).status).toBe(403)
	// A job that runs after the confirmation has nothing to send.
	await world.runJob('send-one-time-token', { tokenId })
	expect(world.mails.filter(({ to }) => to === email)).toHaveLength(2)
})

test('confirming an address does not end the sessions of other users', async () => {
	const person = await confirmedUser(world)
	await verify({ type: 'signup', token_hash: (await waiting()).token })
	expect((await callAuth(world, '/user', { method: 'GET', bearer: person.accessToken })).status).toBe(200)
})
