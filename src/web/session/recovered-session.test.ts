import { expect, test } from 'vitest'
import { isRecovered } from './recovered-session.ts'

const token = (claims: unknown) => ({
	access_token: `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`,
})
const at = { timestamp: 1_700_000_000 }

test('a session is recovered if its token says so, also after the second step', () => {
	expect(isRecovered(token({ amr: [{ method: 'recovery', ...at }] }))).toBe(true)
	const both = [
		{ method: 'totp', ...at },
		{ method: 'recovery', ...at },
	]
	expect(isRecovered(token({ amr: both }))).toBe(true)
})

test.each([
	{ amr: [{ method: 'password', ...at }] },
	{ amr: 'recovery' },
	{ amr: [null, 'recovery'] },
	{},
	null,
	1,
])('the claims %j are not those of a recovery', (claims) => {
	expect(isRecovered(token(claims))).toBe(false)
})

test.each(['', 'x', 'a.b.c'])('%j is no token', (access_token) => {
	expect(isRecovered({ access_token })).toBe(false)
})
