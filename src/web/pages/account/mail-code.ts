import { call } from '#web/session/call.ts'
import { tellMail } from '#web/session/tell-mail.ts'

/** Has a code mailed by which the owner shows that it is them. What goes wrong is told by a toast. */
export async function mailCode(): Promise<boolean> {
	const { answer, failure } = await call('/auth/v1/reauthenticate', (supabase) =>
		supabase.auth.reauthenticate(),
	)
	const outcome = tellMail(answer?.error, failure)
	// One that went out a minute ago still works.
	return outcome !== 'failed'
}
