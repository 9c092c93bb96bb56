import type { Factor, Session, User, UserIdentity } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { awaitsSecondStep, isRecovered, passwordReason } from './read-session.ts'

const user: User = { id: 'u', aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '' }
const app: Factor<'totp', 'verified'> = {
	id: 'f',
	factor_type: 'totp',
	status: 'verified',
	created_at: '',
	updated_at: '',
}
const token = (claims: unknown) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`

test('a user with an authenticator app needs the second step after the first', () => {
	expect(awaitsSecondStep({ user: { ...user, factors: [app] }, access_token: token({ aal: 'aal1' }) })).toBe(
		true,
	)
})

test('a security key counts as a second factor, but recovery codes alone do not', () => {
	const access_token = token({ aal: 'aal1' })
	const key: Factor<'webauthn', 'verified'> = { ...app, factor_type: 'webauthn' }
	expect(awaitsSecondStep({ user: { ...user, factors: [key] }, access_token })).toBe(true)
	const codes: Factor<'recovery_code', 'verified'> = { ...app, factor_type: 'recovery_code' }
	expect(awaitsSecondStep({ user: { ...user, factors: [codes] }, access_token })).toBe(false)
})

test('no second step is needed once it has been taken, or without a confirmed authenticator app', () => {
	expect(
		awaitsSecondStep({
			user: { ...user, factors: [app] },
			access_token: token({ aal: 'aal2', name: 'ÿ?~' }),
		}),
	).toBe(false)
	expect(awaitsSecondStep({ user, access_token: token({ aal: 'aal1' }) })).toBe(false)
	const begun: Factor<'totp', 'unverified'> = { ...app, status: 'unverified' }
	expect(awaitsSecondStep({ user: { ...user, factors: [begun] }, access_token: token({}) })).toBe(false)
})

test.each(['', 'x', 'a.b.c', 'e30.e30'])(
	'an invalid token %j does not skip the second step',
	(access_token) => {
		expect(awaitsSecondStep({ user: { ...user, factors: [app] }, access_token })).toBe(true)
	},
)

const at = { timestamp: 1_700_000_000 }

test('a session counts as recovered if its token says so, even after the second step', () => {
	expect(isRecovered({ access_token: token({ amr: [{ method: 'recovery', ...at }] }) })).toBe(true)
	const both = [
		{ method: 'totp', ...at },
		{ method: 'recovery', ...at },
	]
	expect(isRecovered({ access_token: token({ amr: both }) })).toBe(true)
})

test.each([
	{ amr: [{ method: 'password', ...at }] },
	{ amr: 'recovery' },
	{ amr: [null, 'recovery'] },
	{},
	null,
	1,
])('the claims %j are not those of a recovery', (claims) => {
	expect(isRecovered({ access_token: token(claims) })).toBe(false)
})

test.each(['', 'x', 'a.b.c'])(
	'a session with the invalid token %j does not count as recovered',
	(access_token) => {
		expect(isRecovered({ access_token })).toBe(false)
	},
)

const byEmail: UserIdentity = { id: 'u', user_id: 'u', identity_id: 'i', provider: 'email' }

function session(method: string, account: Partial<User> & { has_password: boolean }): Session {
	const claims = Buffer.from(JSON.stringify({ amr: [{ method, timestamp: 1 }] })).toString('base64url')
	const whole = { ...user, ...account }
	return {
		access_token: `e30.${claims}.sig`,
		refresh_token: '',
		expires_in: 1,
		token_type: 'bearer',
		user: whole,
	}
}

test.each([
	['a recovery', 'recovery', session('recovery', { has_password: false, identities: [byEmail] })],
	['a recovery of an account made with Google', 'recovery', session('recovery', { has_password: false })],
	[
		'a link opened in a browser other than the one that signed up',
		'unproved-sign-up',
		session('otp', { has_password: false, identities: [byEmail] }),
	],
	['a sign-up with Google', 'first', session('oauth', { has_password: false, identities: [] })],
	['a recovery whose password has been set', 'change', session('recovery', { has_password: true })],
] as const)('after %s, the reason for choosing a password is %j', (_when, reason, given) => {
	expect(passwordReason(given)).toBe(reason)
})
