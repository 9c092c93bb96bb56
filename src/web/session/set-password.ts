import { unreachableMessage } from '#web/ui/toast.ts'
import { weakPasswordMessage } from './auth-messages.ts'
import { call } from './call.ts'
import { passwordMinLength } from './fields.tsx'

export type PasswordOutcome =
	| { kind: 'set' }
	/** The password was not set. `field` is the field that shows the message. */
	| { kind: 'refused'; field: 'password' | 'current-password' | 'code'; message: string }
	/** The sign-in isn’t recent enough, and neither a password nor a code was given. */
	| { kind: 'stale' }

interface PasswordChange {
	password: string
	currentPassword?: string
	/** An emailed code, instead of the current password. */
	code?: string
	/** Saved with the password. */
	displayName?: string | undefined
}

/** Sets a new password. The server signs out every other device. */
export async function setPassword({
	password,
	currentPassword,
	code,
	displayName,
}: PasswordChange): Promise<PasswordOutcome> {
	const { answer, failure } = await call('/auth/v1/user', (supabase) =>
		supabase.auth.updateUser({
			password,
			...(currentPassword ? { current_password: currentPassword } : {}),
			...(code ? { nonce: code } : {}),
			...(displayName ? { data: { display_name: displayName } } : {}),
		}),
	)
	const error = answer?.error
	if (error === null) return { kind: 'set' }
	const refused = (message: string, field: 'password' | 'current-password' | 'code' = 'password') =>
		({ kind: 'refused', field, message }) as const
	if (failure.unreachable) return refused(unreachableMessage)
	if (error !== undefined && 'reasons' in error && Array.isArray(error.reasons))
		return refused(weakPasswordMessage(error.reasons, passwordMinLength()))
	if (error?.status === 429)
		return refused('Too many attempts. Wait a while, or sign in again and then set your password.')
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
