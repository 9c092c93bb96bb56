import { call } from './call.ts'
import { toastFailure } from './failure-toast.tsx'

/**
 * Asks for a new verification mail. The server answers an unknown or confirmed address in the same way, so "sent" never
 * tells who is registered.
 */
export async function resendVerification(
	email: string,
	target: string,
): Promise<'sent' | 'too-soon' | 'failed'> {
	const { answer, failure } = await call('/auth/v1/resend', (supabase) =>
		supabase.auth.resend({
			type: 'signup',
			email,
			options: { emailRedirectTo: `${window.location.origin}${target}` },
		}),
	)
	if (answer?.error === null) return 'sent'
	if (answer?.error.status === 429) {
		toastFailure(
			'Not sent yet',
			failure,
			'A mail went out a moment ago. Look for it first, or ask again in a minute.',
		)
		return 'too-soon'
	}
	toastFailure('The mail was not sent', failure, 'Please try again in a moment.')
	return 'failed'
}
