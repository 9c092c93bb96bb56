import { call } from '#web/session/call.ts'
import { toastFailure } from '#web/session/failure-toast.tsx'
import { toast } from '#web/ui/toast.ts'

/** Asks for another address. An address that belongs to somebody else is answered alike. */
export async function changeEmail(email: string): Promise<'done' | 'stale' | 'failed'> {
	const { answer, failure } = await call('/auth/v1/user', (supabase) =>
		supabase.auth.updateUser({ email }, { emailRedirectTo: `${window.location.origin}/account` }),
	)
	const error = answer?.error
	if (error === null) {
		const isSame = answer?.data.user?.email === email.toLowerCase()
		if (isSame) toast.info('That’s already your address')
		else
			toast.success('Two emails are on their way', {
				description: 'One to each address. Press the button in both.',
			})
		return 'done'
	}
	if (error?.code === 'reauthentication_needed') return 'stale'
	const words =
		error?.code === 'over_email_send_rate_limit'
			? 'You asked for a change a moment ago. Try again in a minute.'
			: 'Nothing was changed. Check the address and try again.'
	toastFailure('Your address wasn’t changed', failure, words)
	return 'failed'
}
