import { expect, test } from 'vitest'
import { messageFor } from './verify-second-step.ts'

test.each(['wrong_encryption_key', 'server_clock_wrong'])(
	'after %s the second step says that the shop is at fault, not that another code could help',
	(code) => {
		const message = messageFor('app', { code, status: 422 })
		expect(message).toContain('a fault of ours')
		expect(message).not.toContain('try again')
	},
)

test('after a wrong code or an unknown error the second step asks for another try', () => {
	expect(messageFor('app', { code: 'mfa_verification_failed', status: 422 })).toContain(
		'Wait for the next one',
	)
	expect(messageFor('app', { code: 'unexpected_failure', status: 500 })).toContain('try again')
})
