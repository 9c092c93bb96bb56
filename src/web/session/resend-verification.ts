import { call } from './call.ts'
import type { MailOutcome } from './resend-button.tsx'
import { tellMail } from './tell-mail.ts'

/**
 * Asks for a new verification mail. The server answers an unknown or confirmed address in the same way, so "sent" never
 * tells who is registered.
 */
export async function resendVerification(email: string, target: string): Promise<MailOutcome> {
	const { answer, failure } = await call('/auth/v1/resend', (supabase) =>
		supabase.auth.resend({
			type: 'signup',
			email,
			options: { emailRedirectTo: `${window.location.origin}${target}` },
		}),
	)
	return tellMail(answer?.error, failure)
}
