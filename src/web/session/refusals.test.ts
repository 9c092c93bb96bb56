import { expect, test } from 'vitest'
import { meaningOf } from './refusals.ts'

test.each([
	['/auth/v1/user', 403, 'session_not_found', 'over'],
	['/auth/v1/account/sessions', 403, 'user_not_found', 'over'],
	['/auth/v1/factors', 403, 'user_banned', 'over'],
	['/auth/v1/token', 400, 'refresh_token_not_found', 'refresh-refused'],
	['/rest/v1/purchases', 401, null, 'doubtful'],
	['/functions/v1/create-payment', 401, null, 'doubtful'],
	['/auth/v1/user', 422, 'weak_password', null],
	['/auth/v1/user', 403, 'insufficient_aal', null],
	['/auth/v1/token', 400, 'invalid_credentials', null],
	['/auth/v1/verify', 403, 'user_banned', null],
	['/auth/v1/logout', 403, 'session_not_found', null],
	['/rest/v1/purchases', 403, null, null],
])('%s refused with %i %s means %j', (pathname, status, code, meaning) => {
	expect(meaningOf({ pathname, status, code })).toBe(meaning)
})
