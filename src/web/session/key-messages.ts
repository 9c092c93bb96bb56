import { siteOrigin } from '#web/site/site-settings.ts'
import { tooOftenMessage } from '#web/ui/toast.ts'
import { connectionChanged } from './second-step-messages.ts'

/** The fields of an error that the messages depend on. The error is from the browser, the client library or the Auth API. */
export interface KeyFailure {
	name?: string | undefined
	code?: string | undefined
	status?: number | undefined
}

/** Returns whether the user closed the browser’s dialog or let it time out. Browsers report both in the same way. */
export function isCancelled({ name, code }: KeyFailure): boolean {
	return name === 'NotAllowedError' || code === 'ERROR_CEREMONY_ABORTED'
}

/** Returns what the user can do about a passkey or security key that failed; undefined if the fault is ours. */
export function keyMessage({ name, code = '', status }: KeyFailure): string | undefined {
	if (status === 429) return tooOftenMessage
	// The page's address is not the one for which the keys were created.
	if (name === 'SecurityError')
		return `Passkeys and security keys only work at ${siteOrigin()}. Open that address and try again.`
	return messages.get(code)
}

const unsuitable = 'That device or key can’t be used for this. Try another one.'
const tooLate = 'That took too long. Please try again.'
const off = 'This shop doesn’t offer it at the moment.'

const messages: ReadonlyMap<string, string> = new Map([
	['ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT', unsuitable],
	['ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT', unsuitable],
	['ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG', unsuitable],
	['ERROR_AUTHENTICATOR_GENERAL_ERROR', unsuitable],
	['webauthn_challenge_not_found', tooLate],
	['webauthn_challenge_expired', tooLate],
	['mfa_challenge_expired', tooLate],
	['mfa_ip_address_mismatch', connectionChanged],
	['passkey_disabled', off],
	['mfa_webauthn_enroll_not_enabled', off],
	['user_banned', 'This account has been closed. Write to us if you think that’s a mistake.'],
	['email_not_confirmed', 'Please check your email and confirm your account before signing in.'],
])
