import { call } from '#web/session/call.ts'
import { leaveQuietly } from '#web/session/end-of-session.ts'
import { toastFailure } from '#web/session/failure-toast.tsx'
import { toast } from '#web/ui/toast.ts'
import { callAccount } from './account-call.ts'

/** Deletes the account and forgets its session in this browser. */
export async function deleteAccount(): Promise<'deleted' | 'stale' | 'failed'> {
	const answer = await callAccount('delete', {})
	if (answer.kind === 'stale') return 'stale'
	if (answer.kind === 'refused') {
		toastFailure(
			'Your account wasn’t deleted',
			answer.failure,
			'Nothing has changed. Please try again in a moment.',
		)
		return 'failed'
	}
	toast.success('Your account is deleted', {
		description: 'We’ll send you one last email to confirm it. Thank you for having been here.',
		duration: 10_000,
	})
	await leaveQuietly(() => call('/auth/v1/logout', (supabase) => supabase.auth.signOut({ scope: 'local' })))
	return 'deleted'
}
