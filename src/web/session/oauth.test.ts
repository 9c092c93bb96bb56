import { describe, expect, test } from 'vitest'
import { oauthMessage, readOAuthAnswer } from './oauth.ts'

const read = (path: string) => readOAuthAnswer(new URL(path, 'https://shop.test'))

describe('the address to which Google returns the browser', () => {
	test.each([
		['/?code=abc', { code: 'abc' }, '/'],
		['/account?x=1&code=abc#part', { code: 'abc' }, '/account?x=1#part'],
		[
			'/?error=access_denied&error_code=user_banned&error_description=Y#error=access_denied&error_code=user_banned&sb=',
			{ errorCode: 'user_banned' },
			'/',
		],
		['/?error=access_denied', { errorCode: 'access_denied' }, '/'],
		[
			'/free#error=access_denied&error_code=otp_expired&error_description=Y&sb=',
			{ errorCode: 'otp_expired' },
			'/free',
		],
		// An error takes precedence over a code.
		['/?code=abc&error_code=x', { errorCode: 'x' }, '/'],
	])('%s contains %j', (path, answer, rest) => {
		expect(read(path)).toEqual({ answer, rest })
	})

	test.each(['/', '/free?q=code', '/#error', '/payment-success?session_id=cs_1'])(
		'%s contains no answer',
		(path) => {
			expect(read(path)).toBeNull()
		},
	)
})

test('messages are always our own, whatever the address contains', () => {
	expect(oauthMessage('access_denied')).toContain('without signing in')
	expect(oauthMessage('otp_expired')).toBe('That link has ended or has been used. Ask for a new one.')
	for (const strange of ['<b>you have won</b>', 'constructor', ''])
		expect(oauthMessage(strange)).toBe('An unexpected error occurred. Please try again.')
})

test('on a guide’s page, the code of a link is not an answer, but an error is', () => {
	for (const path of ['/products/cv-secrets', '/get/cv-secrets']) {
		expect(read(`${path}?code=SPRING25`)).toBeNull()
		expect(read(`${path}#error_code=otp_expired`)?.answer).toEqual({ errorCode: 'otp_expired' })
	}
	expect(read('/account?code=SPRING25')?.answer).toEqual({ code: 'SPRING25' })
})
