import { unreachableWords } from '#web/session/failure-toast.tsx'
import { callAccount } from './account-call.ts'

/** Shows the server that it is still the account's owner; null where it agrees, otherwise words for the field. */
export async function proveAgain(
	proof: { current_password: string } | { nonce: string },
): Promise<string | null> {
	const answer = await callAccount('proof', proof)
	if (answer.kind === 'done') return null
	if (answer.kind === 'stale') return 'That didn’t work. Please try again.'
	if (answer.failure.unreachable) return unreachableWords
	switch (answer.code) {
		case 'current_password_invalid':
			return 'That isn’t your current password.'
		case 'reauthentication_not_valid':
			return 'That code isn’t valid, or has expired.'
		case 'over_request_rate_limit':
			return 'Too many attempts. Wait a while, or sign out and in again.'
		default:
			return 'That didn’t work. Please try again in a moment.'
	}
}
