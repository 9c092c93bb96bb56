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
	['signup', 'who has a password', '/free', session({ has_password: true })],
	['signup', 'without a password', '/auth/new-password?redirect=%2Ffree', session({ has_password: false })],
	['magiclink', 'without a password', '/free', session({ has_password: false })],
	['recovery', 'who has a password', '/auth/new-password?redirect=%2Ffree', session({ has_password: true })],
	[
		'recovery',
		'with a second factor',
		'/auth/second-step?redirect=%2Ffree&recovery=yes',
		session({ factors }),
	],
	['magiclink', 'with a second factor', '/auth/second-step?redirect=%2Ffree', session({ factors })],
	['email_change', 'of any kind', '/account', session()],
] as const)('a link of type %s takes a user %s to %s', (type, _who, path, given) => {
	expect(afterLink(type, given, '/free').path).toBe(path)
})
