import { expect, test } from 'vitest'
import { messageFor, weakPasswordMessage } from './auth-messages.ts'

test('messages about rate limits say what to do next', () => {
	const mail = { code: 'over_email_send_rate_limit', status: 429, message: 'after 60 seconds' }
	expect(messageFor(mail)).toBe('You asked for an email a moment ago. Wait a minute, then ask again.')
	expect(messageFor({ ...mail, message: 'email rate limit exceeded' })).toContain('try again in an hour')
	expect(messageFor({ code: 'over_request_rate_limit', status: 429, message: 'x' })).toContain(
		'Wait a few minutes',
	)
})

test('any other refusal is shown with the server’s message', () => {
	expect(messageFor({ code: 'signup_disabled', status: 422, message: 'Signups not allowed.' })).toBe(
		'Signups not allowed.',
	)
})

test.each([500, 502, 0, undefined])('what a server with status %s says is not shown', (status) => {
	expect(messageFor({ status, message: 'upstream connect error' })).toBe('Please try again in a moment.')
})

test('the message about a weak password lists all reasons', () => {
	expect(weakPasswordMessage(['length', 'pwned'], '6')).toBe(
		'Use at least 6 characters. It’s easy to guess, or on a list of leaked passwords. Choose another one.',
	)
})

test('a weak password gets advice even if the server’s reason is unknown', () => {
	expect(weakPasswordMessage(['novel'], '6')).toBe('This password is too easy to guess. Choose another one.')
})
