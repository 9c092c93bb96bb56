import { expect, test } from 'vitest'
import { readMailLink } from './verify-link.ts'

test('a whole link is read', () => {
	expect(readMailLink(new URLSearchParams('token_hash=abc&type=signup'))).toEqual({
		tokenHash: 'abc',
		type: 'signup',
	})
})

test.each([
	'',
	'token_hash=abc',
	'type=signup',
	'token_hash=&type=signup',
	'token_hash=abc&type=recovery',
	'token_hash=abc&type=x',
])('%j is no verification link', (query) => {
	expect(readMailLink(new URLSearchParams(query))).toBeNull()
})
