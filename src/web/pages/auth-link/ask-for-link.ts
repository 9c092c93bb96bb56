import { call } from '#web/session/call.ts'
import type { MailOutcome } from '#web/session/resend-button.tsx'
import { tellMail } from '#web/session/tell-mail.ts'

/** Has a link and a code to sign in by mailed, if there is an account for the address; the answer does not tell. */
export async function askForLink(email: string, target: string): Promise<MailOutcome> {
	const emailRedirectTo = `${window.location.origin}${target}`
	const { answer, failure } = await call('/auth/v1/otp', (supabase) =>
		supabase.auth.signInWithOtp({ email, options: { shouldCreateUser: false, emailRedirectTo } }),
	)
	return tellMail(answer?.error, failure)
}
