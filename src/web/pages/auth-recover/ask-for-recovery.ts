import { call } from '#web/session/call.ts'
import type { MailOutcome } from '#web/session/resend-button.tsx'
import { tellMail } from '#web/session/tell-mail.ts'

/** Has a recovery link mailed, if there is an account for the address; the answer does not tell. */
export async function askForRecovery(email: string, target: string): Promise<MailOutcome> {
	const redirectTo = `${window.location.origin}${target}`
	const { answer, failure } = await call('/auth/v1/recover', (supabase) =>
		supabase.auth.resetPasswordForEmail(email, { redirectTo }),
	)
	return tellMail(answer?.error, failure)
}
