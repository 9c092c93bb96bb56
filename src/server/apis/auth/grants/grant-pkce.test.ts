import { createHash } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { callAuth, confirmedUser, makeBrowser, newestToken } from '#test/auth.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

let made = 0
const follow = (query: Record<string, string>) =>
	callAuth(world, `/verify?${new URLSearchParams(query)}`, { method: 'GET', headers: { apikey: '' } })

test('in a PKCE flow only the browser that signed up can exchange the code from the link, once', async () => {
	const stored = new Map<string, string>()
	const storage = {
		getItem: (key: string) => stored.get(key) ?? null,
		setItem: (key: string, value: string) => void stored.set(key, value),
		removeItem: (key: string) => void stored.delete(key),
	}
	const client = createClient(world.url, world.keys.publishableKey, {
		auth: { flowType: 'pkce', storage, autoRefreshToken: false },
	})
	await client.auth.signUp({
		email: 'pkce@student.test',
		password: 'quiet-harbour-42',
		options: { data: { display_name: 'Pia' } },
	})
	const token = await newestToken(world, 'pkce@student.test')
	expect(token).toMatch(/^pkce_/)
	const { headers } = await follow({ token, type: 'signup', redirect_to: `${world.url}/free?x=1` })
	const target = new URL(headers.get('location') ?? '')
	expect(target.hash).toBe('')
	expect(target.searchParams.get('x')).toBe('1')
	const code = target.searchParams.get('code') ?? ''
	const stranger = await callAuth(world, '/token?grant_type=pkce', {
		body: { auth_code: code, code_verifier: 'v'.repeat(50) },
	})
	expect(stranger.body).toMatchObject({ code: 400, error_code: 'bad_code_verifier' })
	const { data, error } = await client.auth.exchangeCodeForSession(code)
	expect(error).toBeNull()
	expect(data.session?.user).toMatchObject({
		email: 'pkce@student.test',
		user_metadata: { display_name: 'Pia', email_verified: true },
	})
	// The exchange shows that this browser signed up, so the password chosen here counts.
	const signedIn = await client.auth.signInWithPassword({
		email: 'pkce@student.test',
		password: 'quiet-harbour-42',
	})
	expect(signedIn.error).toBeNull()
	const again = await callAuth(world, '/token?grant_type=pkce', {
		body: { auth_code: code, code_verifier: 'v'.repeat(50) },
	})
	expect(again.body).toMatchObject({ code: 404, error_code: 'flow_state_not_found' })
	const dead = new URL((await follow({ token, type: 'signup' })).headers.get('location') ?? '')
	expect(dead.searchParams.get('error_code')).toBe('otp_expired')
	expect(dead.hash).toContain('error_code=otp_expired')
})

test('a PKCE code works for five minutes and only with its verifier', async () => {
	const verifier = 'a-verifier-of-more-than-forty-three-characters-1234'
	const challenge = createHash('sha256').update(verifier).digest('base64url')
	const codeOf = async (method: string, value: string) => {
		const email = `waiting.${++made}@student.test`
		const password = 'quiet-harbour-42'
		const asked = { code_challenge: value, code_challenge_method: method }
		await callAuth(world, '/signup', { body: { email, password, ...asked } })
		const token = await newestToken(world, email)
		return (
			new URL((await follow({ token, type: 'signup' })).headers.get('location') ?? '').searchParams.get(
				'code',
			) ?? ''
		)
	}
	const exchange = (auth_code: string, code_verifier: string) =>
		callAuth(world, '/token?grant_type=pkce', { body: { auth_code, code_verifier } })
	const code = await codeOf('s256', challenge)
	expect((await exchange(code, challenge)).body).toMatchObject({ error_code: 'bad_code_verifier' })
	expect((await exchange(code, verifier)).status).toBe(200)
	expect((await exchange(await codeOf('plain', verifier), verifier)).status).toBe(200)
	const late = await codeOf('S256', challenge)
	world.clock.advance(301)
	expect(await exchange(late, verifier)).toMatchObject({
		status: 422,
		body: { error_code: 'flow_state_expired' },
	})
})

test('exchanging a code from a sign-up does not undo a newer password', async () => {
	const email = 'newer@student.test'
	const signUpsOwn = 'quiet-harbour-42'
	const waitingCode = async () => {
		const browser = makeBrowser()
		await callAuth(world, '/signup', { body: { email, password: signUpsOwn, ...browser.challenge } })
		const token = await newestToken(world, email)
		const { headers } = await follow({ token, type: 'signup' })
		const code = new URL(headers.get('location') ?? '').searchParams.get('code')
		return { auth_code: code ?? '', code_verifier: browser.verifier }
	}
	const late = await waitingCode()
	// Some other request sets a password before the code is exchanged.
	const newer = await confirmedUser(world, 'fresh-meadow-17')
	await world.database.query(sql`
		update auth.users set encrypted_password = (select encrypted_password from auth.users where id = ${newer.id})
		where email = ${email}`)
	const exchanged = await callAuth(world, '/token?grant_type=pkce', { body: late })
	expect(exchanged.status).toBe(200)
	const signIn = (password: string) =>
		callAuth(world, '/token?grant_type=password', { body: { email, password } })
	expect((await signIn(signUpsOwn)).status).toBe(400)
	expect((await signIn('fresh-meadow-17')).status).toBe(200)
})

test('a new password voids an unused code', async () => {
	const person = await confirmedUser(world)
	const browser = makeBrowser()
	await callAuth(world, '/otp', { body: { email: person.email, ...browser.challenge } })
	const token = await newestToken(world, person.email)
	const { headers } = await follow({ token, type: 'magiclink' })
	const auth_code = new URL(headers.get('location') ?? '').searchParams.get('code')
	const body = { password: 'fresh-meadow-17' }
	expect((await callAuth(world, '/user', { method: 'PUT', bearer: person.accessToken, body })).status).toBe(
		200,
	)
	const late = await callAuth(world, '/token?grant_type=pkce', {
		body: { auth_code, code_verifier: browser.verifier },
	})
	expect(late).toMatchObject({ status: 404, body: { error_code: 'flow_state_not_found' } })
})
