import { describe, expect, test } from 'vitest'
import { sendWaitingEmails } from '#test/auth.ts'
import {
	clientOf,
	clientVersions,
	newestProof,
	signedInUser,
	versionOf,
} from '#test/client-versions/clients.ts'
import { appCode } from '#test/second-step.ts'
import { useWorld } from '#test/world.ts'

// Accounts, with the newest client and one from a year ago: the same calls and the same answers.
const world = await useWorld({ auth: { emailCodes: true } })

const password = 'quiet-harbour-42'
const newPassword = 'fresh-meadow-17'
let made = 0
const newAddress = () => `user.${++made}@versions.test`

test('tests two versions, the older from before November 2025', () => {
	const versions = clientVersions.map(({ package: name }) => versionOf(name))
	expect(versions).toHaveLength(2)
	// 2.84.0 was released on 20 November 2025.
	const [newest = 0, older = 0] = versions.map((version) => Number(version.split('.')[1]))
	expect(newest).toBeGreaterThan(84)
	expect(older).toBeLessThan(84)
})

describe.each(clientVersions)('$name', (version) => {
	const newUser = () => signedInUser(version, world)
	const stranger = (options = {}) => clientOf(version, world, options)

	test('reports its version', async () => {
		const said: string[] = []
		const client = version.module.createClient(world.url, world.keys.publishableKey, {
			auth: { persistSession: false, autoRefreshToken: false },
			global: {
				fetch: (input, init) => {
					said.push(new Headers(init?.headers).get('x-client-info') ?? '')
					return fetch(input, init)
				},
			},
		})
		await client.from('products').select('id').limit(1)
		expect(said[0]).toContain(versionOf(version.package))
	})

	test('signs up, cannot sign in until the address is confirmed, and confirms it by link', async () => {
		const email = newAddress()
		const client = stranger()
		const events: string[] = []
		client.auth.onAuthStateChange((event) => void events.push(event))
		const signedUp = await client.auth.signUp({ email, password, options: { data: { display_name: 'New' } } })
		expect(signedUp.error).toBeNull()
		expect(signedUp.data).toMatchObject({
			session: null,
			user: { email, user_metadata: { display_name: 'New' } },
		})
		expect(signedUp.data.user?.identities).toHaveLength(1)
		const early = await client.auth.signInWithPassword({ email, password })
		expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed' })
		const { token } = await newestProof(world, email)
		const { data, error } = await client.auth.verifyOtp({ token_hash: token, type: 'signup' })
		expect(error).toBeNull()
		expect(data.session?.token_type).toBe('bearer')
		expect(data.user?.email_confirmed_at).toBeTypeOf('string')
		expect(events).toContain('SIGNED_IN')
		const again = await stranger().auth.signUp({ email, password })
		expect(again.data.user?.identities).toEqual([])
		expect((await stranger().auth.verifyOtp({ token_hash: token, type: 'signup' })).error).toMatchObject({
			status: 403,
			code: 'otp_expired',
		})
	})

	test('confirms an address by the newest emailed code', async () => {
		const email = newAddress()
		const client = stranger()
		await client.auth.signUp({ email, password })
		expect((await client.auth.resend({ type: 'signup', email })).error).toBeNull()
		await sendWaitingEmails(world)
		const { code } = await newestProof(world, email)
		const { data, error } = await client.auth.verifyOtp({ email, token: code, type: 'signup' })
		expect(error).toBeNull()
		expect(data.user?.email).toBe(email)
	})

	test('signs up and exchanges the code of a PKCE flow', async () => {
		const email = newAddress()
		const client = stranger({ flowType: 'pkce' })
		await client.auth.signUp({ email, password, options: { emailRedirectTo: `${world.url}/free` } })
		const { token } = await newestProof(world, email)
		expect(token).toMatch(/^pkce_/)
		const query = new URLSearchParams({ token, type: 'signup', redirect_to: `${world.url}/free` })
		const opened = await fetch(`${world.url}/auth/v1/verify?${query}`, { redirect: 'manual' })
		const code = new URL(opened.headers.get('location') ?? '').searchParams.get('code') ?? ''
		expect((await client.auth.exchangeCodeForSession(code)).error).toBeNull()
		expect((await stranger().auth.signInWithPassword({ email, password })).error).toBeNull()
	})

	test('signs in, refreshes the session, and reads and updates the user', async () => {
		const { client, person } = await newUser()
		const before = (await client.auth.getSession()).data.session
		const { data, error } = await client.auth.refreshSession()
		expect(error).toBeNull()
		expect(data.session?.refresh_token).not.toBe(before?.refresh_token)
		expect((await client.auth.getUser()).data.user).toMatchObject({ id: person.id, email: person.email })
		expect((await client.auth.getClaims()).data?.claims).toMatchObject({ sub: person.id, aal: 'aal1' })
		const renamed = await client.auth.updateUser({ data: { display_name: 'Renamed' } })
		expect(renamed.data.user?.user_metadata).toMatchObject({ display_name: 'Renamed' })
		const other = stranger()
		const tokens = {
			access_token: data.session?.access_token ?? '',
			refresh_token: data.session?.refresh_token ?? '',
		}
		expect((await other.auth.setSession(tokens)).data.user?.id).toBe(person.id)
		expect((await other.auth.refreshSession({ refresh_token: 'none-of-ours' })).error).toMatchObject({
			status: 400,
			code: 'validation_failed',
		})
	})

	test('reads errors with their codes and reasons', async () => {
		const { client, person } = await newUser()
		const wrong = await stranger().auth.signInWithPassword({ email: person.email, password: 'wrong' })
		expect(wrong.error).toMatchObject({
			status: 400,
			code: 'invalid_credentials',
			message: 'Invalid login credentials',
		})
		expect((await stranger().auth.signUp({ email: newAddress(), password: 'abc' })).error).toMatchObject({
			name: 'AuthWeakPasswordError',
			status: 422,
			reasons: ['length'],
		})
		expect((await client.auth.updateUser({ password: person.password })).error).toMatchObject({
			status: 422,
			code: 'same_password',
		})
		expect((await stranger().auth.signInWithOtp({ phone: '447700900000' })).error).toMatchObject({
			status: 400,
			code: 'phone_provider_disabled',
		})
		expect((await stranger().auth.signInAnonymously()).error).toMatchObject({
			status: 422,
			code: 'anonymous_provider_disabled',
		})
		expect((await stranger().auth.signInWithSSO({ domain: 'campus.test' })).error).toMatchObject({
			status: 404,
			code: 'saml_provider_disabled',
		})
		expect((await stranger().auth.admin.listUsers()).error).toMatchObject({ status: 403, code: 'not_admin' })
	})

	test.each(['link', 'code'] as const)('signs in by an emailed %s', async (by) => {
		const { person } = await newUser()
		const client = stranger()
		expect((await client.auth.signInWithOtp({ email: person.email })).error).toBeNull()
		const { token, code } = await newestProof(world, person.email)
		const { data, error } = await client.auth.verifyOtp(
			by === 'link'
				? { token_hash: token, type: 'magiclink' }
				: { email: person.email, token: code, type: 'email' },
		)
		expect(error).toBeNull()
		expect(data.user?.id).toBe(person.id)
	})

	test.each(['link', 'code'] as const)('recovers by an emailed %s and sets a new password', async (by) => {
		const { person } = await newUser()
		const client = stranger()
		const events: string[] = []
		client.auth.onAuthStateChange((event) => void events.push(event))
		expect((await client.auth.resetPasswordForEmail(person.email)).error).toBeNull()
		const { token, code } = await newestProof(world, person.email)
		const { error } = await client.auth.verifyOtp(
			by === 'link'
				? { token_hash: token, type: 'recovery' }
				: { email: person.email, token: code, type: 'recovery' },
		)
		expect(error).toBeNull()
		expect(events).toContain('PASSWORD_RECOVERY')
		expect((await client.auth.updateUser({ password: newPassword })).error).toBeNull()
		const signIn = (secret: string) =>
			stranger().auth.signInWithPassword({ email: person.email, password: secret })
		expect((await signIn(person.password)).error?.code).toBe('invalid_credentials')
		expect((await signIn(newPassword)).error).toBeNull()
	})

	test('reauthenticates by an emailed code before a password change', async () => {
		const { client, person } = await newUser()
		world.clock.advance(660)
		expect((await client.auth.updateUser({ password: newPassword })).error).toMatchObject({
			status: 400,
			code: 'reauthentication_needed',
		})
		expect((await client.auth.reauthenticate()).error).toBeNull()
		const { code: nonce } = await newestProof(world, person.email)
		expect((await client.auth.updateUser({ password: newPassword, nonce })).error).toBeNull()
	})

	test('changes the address of a user once both mailboxes have confirmed', async () => {
		const { client, person } = await newUser()
		const email = newAddress()
		const asked = await client.auth.updateUser({ email })
		expect(asked.data.user).toMatchObject({ email: person.email, new_email: email })
		await world.runJobs()
		expect((await stranger().auth.resend({ type: 'email_change', email: person.email })).error).toBeNull()
		await world.runJobs()
		await sendWaitingEmails(world)
		const first = await newestProof(world, person.email)
		const half = await client.auth.verifyOtp({ token_hash: first.token, type: 'email_change' })
		expect(half).toMatchObject({ error: null, data: { session: null } })
		const second = await newestProof(world, email)
		const done = await client.auth.verifyOtp({ email, token: second.code, type: 'email_change' })
		expect(done).toMatchObject({ error: null, data: { user: { id: person.id, email } } })
	})

	test('turns two-step verification on, is asked for a code, and turns it off', async () => {
		const { client, person } = await newUser()
		const enrolled = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
		if (enrolled.data?.type !== 'totp') throw new Error('not enrolled')
		const { id, totp } = enrolled.data
		expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,/)
		const challenge = await client.auth.mfa.challenge({ factorId: id })
		const wrong = { factorId: id, challengeId: challenge.data?.id ?? '', code: '000' }
		expect((await client.auth.mfa.verify(wrong)).error).toMatchObject({
			status: 422,
			code: 'mfa_verification_failed',
		})
		const right = { ...wrong, code: appCode(world, totp.secret) }
		expect((await client.auth.mfa.verify(right)).error).toBeNull()
		expect((await client.auth.mfa.listFactors()).data?.totp).toMatchObject([{ id, status: 'verified' }])

		const later = stranger()
		await later.auth.signInWithPassword(person)
		const levels = async () => (await later.auth.mfa.getAuthenticatorAssuranceLevel()).data
		expect(await levels()).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
		expect((await later.from('purchases').select('id')).error).toMatchObject({ code: 'insufficient_aal' })
		world.clock.advance(30)
		const code = appCode(world, totp.secret)
		expect((await later.auth.mfa.challengeAndVerify({ factorId: id, code })).error).toBeNull()
		expect(await levels()).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
		expect(await later.auth.mfa.unenroll({ factorId: id })).toEqual({ data: { id }, error: null })
	})

	test('signs out locally, elsewhere and everywhere', async () => {
		const { client, person } = await newUser()
		const [second, third] = [stranger(), stranger()]
		for (const other of [second, third]) await other.auth.signInWithPassword(person)
		const isIn = async (one: typeof client) => (await one.auth.getUser()).data.user !== null
		expect((await second.auth.signOut({ scope: 'local' })).error).toBeNull()
		expect([await isIn(client), await isIn(second), await isIn(third)]).toEqual([true, false, true])
		expect((await third.auth.signOut({ scope: 'others' })).error).toBeNull()
		expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
		expect(await isIn(third)).toBe(true)
		await second.auth.signInWithPassword(person)
		expect((await third.auth.signOut({ scope: 'global' })).error).toBeNull()
		expect([await isIn(second), await isIn(third)]).toEqual([false, false])
	})
})
