import { tooOftenMessage } from '#web/ui/toast.ts'

/** The fields that the messages depend on. The error comes from the Auth API or from the browser. */
interface AuthFailure {
	name?: string | undefined
	code?: string | undefined
	status?: number | undefined
	message: string
}

const messages: ReadonlyMap<string | undefined, string> = new Map([
	['invalid_credentials', 'That email or password isn’t right.'],
	[
		'mfa_verification_failed',
		'That isn’t valid, or has already been used. Wait for the next code; if it keeps failing, check your phone’s clock.',
	],
	['mfa_challenge_expired', 'That took too long. Please try again.'],
	['mfa_ip_address_mismatch', 'Your connection changed in between. Please try again.'],
	['webauthn_verification_failed', 'The shop doesn’t know that key. Use another one, or another way.'],
	['user_banned', 'This account has been closed.'],
	['email_not_confirmed', 'Confirm your email address at the shop first.'],
	[
		'weak_password',
		'Members need a password of at least 12 characters that isn’t easy to guess. If yours is shorter, set a new one at the shop, under “Forgotten password”.',
	],
])

/** Returns what the member can do about a failed sign-in or second step. */
export function messageFor({ name, code, status, message }: AuthFailure): string {
	if (status === 429) return tooOftenMessage
	if (name === 'AuthRetryableFetchError')
		return 'The shop couldn’t be reached. Check your connection and try again.'
	if (name === 'SecurityError')
		return 'Your security key or passkey for the shop doesn’t work at this address. Use another way.'
	return messages.get(code) ?? message
}
