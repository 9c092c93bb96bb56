import { expect, test } from 'vitest'
import { readEmailedLink } from './email-link.ts'

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
