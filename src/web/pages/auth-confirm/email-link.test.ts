import type { Session, User } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { afterLink, readEmailedLink } from './email-link.ts'

test.each(['signup', 'email', 'invite', 'magiclink', 'recovery', 'email_change', 'keep_factors'])(
	'a complete link of type %s is accepted',
	(type) => {
		expect(readEmailedLink(new URLSearchParams({ token_hash: 'abc', type }))).toEqual({
			tokenHash: 'abc',
			type,
		})
	},
)

test.each(['', 'token_hash=abc', 'type=signup', 'token_hash=&type=signup', 'token_hash=abc&type=x'])(
	'%j is not an emailed link',
	(query) => {
		expect(readEmailedLink(new URLSearchParams(query))).toBeNull()
	},
)

const user: User = { id: 'u', aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '' }

function session(facts: { has_password?: boolean; factors?: NonNullable<User['factors']> } = {}): Session {
	const whole = { ...user, ...facts }
	return { access_token: 'e30.e30.x', refresh_token: '', expires_in: 1, token_type: 'bearer', user: whole }
}
const factors: NonNullable<User['factors']> = [
	{ id: 'f', factor_type: 'totp', status: 'verified', created_at: '', updated_at: '' },
]

test.each([
	['signup', session({ has_password: true }), '/free'],
	['signup', session({ has_password: false }), '/auth/new-password?redirect=%2Ffree'],
	['magiclink', session({ has_password: false }), '/free'],
	['recovery', session({ has_password: true }), '/auth/new-password?redirect=%2Ffree'],
	['recovery', session({ factors }), '/auth/second-step?redirect=%2Ffree&recovery=yes'],
	['magiclink', session({ factors }), '/auth/second-step?redirect=%2Ffree'],
	['email_change', session(), '/account'],
] as const)('a link of type %s leads to the right page', (type, given, path) => {
	expect(afterLink(type, given, '/free').path).toBe(path)
})
