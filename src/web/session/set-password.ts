import { wordsForWeakPassword } from './auth-words.ts'
import { call } from './call.ts'
import { unreachableWords } from './failure-toast.tsx'
import { passwordMinLength } from './password-field.tsx'

export type PasswordOutcome =
	| { kind: 'set' }
	/** Something is wrong with what was typed in that field, in words for it. */
	| { kind: 'refused'; field: 'password' | 'current-password' | 'code'; words: string }
	/** Too long since signing in, and nothing beside the new password that shows whose account it is. */
	| { kind: 'stale' }

interface PasswordChange {
	password: string
	/** The current one, where it is known. */
	currentPassword?: string
	/** A mailed code, where the current one is not. */
	code?: string
}

/** Sets a new password. Every other device is signed out by it. */
export async function setPassword({
	password,
	currentPassword,
	code,
}: PasswordChange): Promise<PasswordOutcome> {
	const { answer, failure } = await call('/auth/v1/user', (supabase) =>
		supabase.auth.updateUser({
			password,
			...(currentPassword ? { current_password: currentPassword } : {}),
			...(code ? { nonce: code } : {}),
		}),
	)
	const error = answer?.error
	if (error === null) return { kind: 'set' }
	const refused = (words: string, field: 'password' | 'current-password' | 'code' = 'password') =>
		({ kind: 'refused', field, words }) as const
	if (failure.unreachable) return refused(unreachableWords)
	if (error !== undefined && 'reasons' in error && Array.isArray(error.reasons))
		return refused(wordsForWeakPassword(error.reasons, passwordMinLength()))
	if (error?.status === 429)
		return refused('Too many attempts. Wait a while, or sign in again and then set it.')
	switch (error?.code) {
		case 'same_password':
			return refused('That’s already your password. Choose another one.')
		case 'current_password_invalid':
			return refused('That isn’t your current password.', 'current-password')
		case 'reauthentication_not_valid':
			return refused('That code isn’t valid, or has expired.', 'code')
		case 'reauthentication_needed':
		case 'current_password_required':
			return { kind: 'stale' }
		default:
			return refused('That didn’t work. Please try again in a moment.')
	}
}
