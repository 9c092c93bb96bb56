import { call } from '#web/session/call.ts'
import { toastFailure } from '#web/session/failure-toast.tsx'
import { watchedFetch } from '#web/session/failures.ts'
import { publishableKey } from '#web/session/supabase.ts'

const path = '/auth/v1/account/keep-factors'

/** Stops the planned removal of the second step: one of this shop's own calls, by the link's token alone. */
export async function keepFactors(token: string): Promise<{ kind: 'kept' | 'dead' | 'failed' }> {
	const { answer, failure } = await call(path, () =>
		watchedFetch(path, {
			method: 'POST',
			headers: { apikey: publishableKey(), 'content-type': 'application/json' },
			body: JSON.stringify({ token }),
		}),
	)
	if (answer?.ok) return { kind: 'kept' }
	if (answer?.status === 403) return { kind: 'dead' }
	toastFailure('Not saved yet', failure, 'Please try again in a moment.')
	return { kind: 'failed' }
}
