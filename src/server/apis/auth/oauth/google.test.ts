import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { presetAccounts } from '#sandbox/google/accounts.ts'
import { idRow, one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashToken } from '#server/platform/tokens.ts'
import { ban, callAuth, callAuthAsServiceRole, confirmedUser, makeBrowser } from '#test/auth.ts'
import {
	type Choice,
	clientIn,
	errorIn,
	googleAddress,
	makeTestBrowser,
	returnFromGoogle,
	signedIn,
	signInWithGoogle,
	verified,
} from '#test/google.ts'
import { withSecondStep } from '#test/second-step.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ sandbox: true })

function ready(name: string): Choice {
	return { account: presetAccounts.find((account) => account.name === name)?.sub ?? 'nobody' }
}

describe('signing in', () => {
	test('PKCE: the official client signs in a new user, and the same user again later', async () => {
		const first = await signedIn(world, ready('Amara Okafor'))
		expect(`${first.back.origin}${first.back.pathname}`).toBe(`${world.url}/`)
		expect([...first.back.searchParams.keys()]).toEqual(['code'])
		expect(first.back.hash).toBe('')
		const { user } = first
		expect(user).toMatchObject({
			email: 'amara.okafor@gmail.test',
			app_metadata: { provider: 'google', providers: ['google'] },
			user_metadata: { full_name: 'Amara Okafor', name: 'Amara Okafor', email_verified: true },
			has_password: false,
		})
		expect(Date.parse(user.email_confirmed_at ?? '')).toBeGreaterThan(Date.now() - 60_000)
		expect(user.identities).toMatchObject([
			{
				provider: 'google',
				id: presetAccounts[0]?.sub,
				identity_data: {
					sub: presetAccounts[0]?.sub,
					provider_id: presetAccounts[0]?.sub,
					email: user.email,
				},
			},
		])
		const claims = (await first.client.auth.getClaims()).data?.claims
		expect(claims?.amr).toMatchObject([{ method: 'oauth' }])
		const again = await signedIn(world, ready('Amara Okafor'))
		expect(again.user.id).toBe(user.id)
		expect(again.user.identities).toHaveLength(1)
	})

	test('implicit: the session is in the fragment, as in the reference server', async () => {
		const browser = makeTestBrowser()
		const client = clientIn(world, browser, 'implicit')
		const address = await googleAddress(client, `${world.url}/free?x=1`)
		const back = await signInWithGoogle(browser, address, verified('implicit@gmail.test'))
		expect(`${back.pathname}${back.search}`).toBe('/free?x=1')
		const session = Object.fromEntries(new URLSearchParams(back.hash.slice(1)))
		expect(Object.keys(session).sort()).toEqual([
			'access_token',
			'expires_at',
			'expires_in',
			'refresh_token',
			'sb',
			'token_type',
		])
		const { data } = await client.auth.setSession({
			access_token: session.access_token ?? '',
			refresh_token: session.refresh_token ?? '',
		})
		expect(data.user?.email).toBe('implicit@gmail.test')
	})

	test('`skip_http_redirect` returns the URL instead of redirecting the browser', async () => {
		const path = '/authorize?provider=google&skip_http_redirect=true'
		const { status, body } = await callAuth(world, path, { method: 'GET' })
		expect(status).toBe(200)
		expect(body?.url).toMatch(/^http:\/\/localhost:\d+\/google\/auth\?/)
	})

	test('passes on scopes and the provider’s parameters, except those that our flow sets', async () => {
		const query = new URLSearchParams({
			provider: 'google',
			scopes: 'https://www.googleapis.com/auth/calendar,email',
			prompt: 'consent',
			login_hint: 'me@gmail.test',
			state: 'mine',
			nonce: 'mine',
			redirect_uri: 'https://evil.test/',
			response_type: 'token',
			client_id: 'mine',
		})
		const { headers } = await callAuth(world, `/authorize?${query}`, { method: 'GET' })
		const sent = new URL(headers.get('location') ?? '').searchParams
		expect(sent.get('scope')).toBe('openid email profile https://www.googleapis.com/auth/calendar')
		expect(sent.get('prompt')).toBe('consent')
		expect(sent.get('login_hint')).toBe('me@gmail.test')
		expect(sent.get('redirect_uri')).toBe(`${world.url}/auth/v1/callback`)
		expect(sent.get('response_type')).toBe('code')
		expect(sent.get('code_challenge_method')).toBe('S256')
		expect([sent.get('state'), sent.get('nonce'), sent.get('client_id')]).not.toContain('mine')
	})

	test('a cancelled sign-in returns `access_denied`', async () => {
		for (const choice of [{ cancel: 'yes' }, ready('Cal Cancels')] satisfies Choice[]) {
			const { back } = await returnFromGoogle(world, choice)
			expect(`${back.origin}${back.pathname}`).toBe(`${world.url}/`)
			expect(errorIn(back)).toEqual({
				error: 'access_denied',
				error_code: 'access_denied',
				error_description: 'Signing in was cancelled at the provider',
			})
		}
	})

	test('shortens a long name and strips control characters', async () => {
		const { user } = await signedIn(world, verified('long@gmail.test', `Ada\u202e\u0000  ${'x'.repeat(280)}`))
		const name = z.string().parse(user.user_metadata.full_name)
		expect(name).toMatch(/^Ada x+$/)
		expect(name).toHaveLength(200)
	})
})

describe('the account that a sign-in leads to', () => {
	test('a verified address signs in to the confirmed account with that address, and the user is notified', async () => {
		const person = await confirmedUser(world)
		const { user } = await signedIn(world, verified(person.email, 'Google Name'))
		expect(user.id).toBe(person.id)
		expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email', 'google'] })
		expect(user.user_metadata).toMatchObject({
			display_name: 'Some One',
			full_name: 'Google Name',
			sub: person.id,
		})
		expect(await passwordWorks(person)).toBe(true)
		await world.runJobs()
		expect(world.mails.findLast(({ to }) => to === person.email)?.subject).toBe(
			'Headstart: a way to sign in was added',
		)
	})

	test('an unverified address signs in to no account, existing or new', async () => {
		const person = await confirmedUser(world)
		for (const choice of [ready('Una Verified'), { email: person.email, name: 'Intruder' }]) {
			const { back } = await returnFromGoogle(world, choice)
			expect(errorIn(back)).toMatchObject({
				error: 'access_denied',
				error_code: 'provider_email_needs_verification',
			})
		}
		const identities = await world.database.query(
			sql`select from auth.identities where provider = 'google' and email in (${person.email}, 'una.verified@gmail.test')`,
		)
		expect(identities).toEqual([])
		// The same address, verified by the provider, signs in.
		expect((await signedIn(world, verified(person.email))).user.id).toBe(person.id)
	})

	test('a stranger who had signed up with the user’s address loses access to the account', async () => {
		const email = 'victim@gmail.test'
		const password = 'attackers-choice-42'
		await callAuth(world, '/signup', { body: { email, password, data: { display_name: 'Attacker' } } })
		// Gives the account a confirmed number, through the Admin API, and a passkey. Its address is still unconfirmed.
		const phone = '447700900777'
		const stranger = await one(world.database, sql`select id from auth.users where email = ${email}`, idRow)
		await callAuthAsServiceRole(world, `/admin/users/${stranger.id}`, {
			method: 'PUT',
			body: { phone, phone_confirm: true },
		})
		await world.database.query(sql`
			insert into auth.webauthn_credentials (user_id, credential_id, public_key, sign_count, transports, friendly_name)
			values (${stranger.id}, '\x01', '\x02', 0, '{}', 'Attacker')`)
		const victim = await signedIn(world, verified(email, 'Vic Tim'))
		expect(victim.user).toMatchObject({ id: stranger.id, phone: '' })
		expect(
			await world.database.query(
				sql`select from auth.webauthn_credentials where user_id = ${victim.user.id}`,
			),
		).toEqual([])
		expect(victim.user.user_metadata).toMatchObject({ full_name: 'Vic Tim', email_verified: true })
		expect(victim.user.user_metadata).not.toHaveProperty('display_name')
		expect(victim.user.identities?.map(({ provider }) => provider)).toEqual(['google'])
		expect(victim.user.app_metadata).toEqual({ provider: 'google', providers: ['google'] })
		expect(await passwordWorks({ email, password })).toBe(false)
		// The link of the attacker's sign-up, used later, restores nothing either.
		await world.runJobs()
		const mail = world.mails.findLast(({ to }) => to === email)
		const token_hash = /token_hash=([^&\s]+)/.exec(mail?.text ?? '')?.[1] ?? 'none'
		const late = await callAuth(world, '/verify', { body: { type: 'signup', token_hash } })
		expect(late.body).toMatchObject({ error_code: 'otp_expired' })
		expect(await passwordWorks({ email, password })).toBe(false)
		// Signing in again leads to the same account.
		expect((await signedIn(world, verified(email))).user.id).toBe(victim.user.id)
	})

	test('a stranger’s pending code is void once the user has signed in with Google', async () => {
		const email = 'waiting.code@gmail.test'
		const squatter = makeBrowser()
		await callAuth(world, '/signup', {
			body: { email, password: 'attackers-choice-42', ...squatter.challenge },
		})
		const code = 'a-code-the-squatter-holds'
		await world.database.query(sql`
			insert into auth.flow_state
				(user_id, auth_code_hash, code_challenge_method, code_challenge, authentication_method, auth_code_issued_at)
			select id, ${hashToken(code)}, 's256', ${squatter.challenge.code_challenge}, 'email/signup', ${world.clock.now()}
			from auth.users where email = ${email}`)
		await signedIn(world, verified(email))
		const late = await callAuth(world, '/token?grant_type=pkce', {
			body: { auth_code: code, code_verifier: squatter.verifier },
		})
		expect(late).toMatchObject({ status: 404, body: { error_code: 'flow_state_not_found' } })
	})

	test('rejects a banned user, by identity and by address', async () => {
		const { user } = await signedIn(world, verified('banned.one@gmail.test'))
		const person = await confirmedUser(world)
		for (const { id, email } of [{ id: user.id, email: 'banned.one@gmail.test' }, person]) {
			await ban(world, { id })
			const { back } = await returnFromGoogle(world, verified(email))
			expect(errorIn(back)).toMatchObject({ error: 'access_denied', error_code: 'user_banned' })
		}
	})

	test('a code issued before a ban cannot be exchanged', async () => {
		const { user } = await signedIn(world, verified('banned.two@gmail.test'))
		const { client, code } = await returnFromGoogle(world, verified('banned.two@gmail.test'))
		await ban(world, { id: user.id })
		expect((await client.auth.exchangeCodeForSession(code)).error).toMatchObject({ code: 'user_banned' })
	})

	test('concurrent first sign-ins create one account', async () => {
		const choice = verified('twice@gmail.test')
		const came = await Promise.all([
			signedIn(world, choice),
			signedIn(world, choice),
			signedIn(world, choice),
		])
		expect(new Set(came.map(({ user }) => user.id)).size).toBe(1)
	})

	test('the second step is still required', async () => {
		const person = await withSecondStep(world)
		const { client, user } = await signedIn(world, verified(person.email))
		expect(user.id).toBe(person.id)
		const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
		expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
		expect((await client.from('purchases').select('id')).error?.code).toBe('insufficient_aal')
	})
})

async function passwordWorks({ email, password }: { email: string; password: string }): Promise<boolean> {
	const answer = await callAuth(world, '/token?grant_type=password', { body: { email, password } })
	return answer.status === 200
}
