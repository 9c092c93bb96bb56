import type { Session, User, UserIdentity } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { reasonFor } from './password-texts.ts'

const user: User = { id: 'u', aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '' }
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
	['a recovery', session('recovery', { has_password: false, identities: [byEmail] }), 'recovery'],
	['a recovery of an account made with Google', session('recovery', { has_password: false }), 'recovery'],
	[
		'a link opened in another browser than signed up',
		session('otp', { has_password: false, identities: [byEmail] }),
		'unproved-sign-up',
	],
	['an account made with Google', session('oauth', { has_password: false, identities: [] }), 'first'],
	['a password already set after a recovery', session('recovery', { has_password: true }), 'change'],
] as const)('after %s the page says why it asks for a password', (_when, given, reason) => {
	expect(reasonFor(given)).toBe(reason)
})
