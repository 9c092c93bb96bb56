import type { Session } from '@supabase/supabase-js'
import { call } from '#web/session/call.ts'
import { toastFailure, toastUnexpected } from '#web/session/failure-toast.tsx'
import { signUpProof } from '#web/session/sign-up-proof.ts'
import { keepFactors } from './keep-factors.ts'
import type { MailLink } from './mail-link.ts'

export type Verified =
	| { kind: 'signed-in'; session: Session }
	/** One mailbox of a change of address has agreed, and the other is still to be asked. */
	| { kind: 'half' }
	/** Two-step verification stays on. */
	| { kind: 'kept' }
	/** Used already, or its time is over. */
	| { kind: 'dead' }
	| { kind: 'failed' }

/** Does what an emailed link is for. A failure that isn't the link's own is shown as a toast. */
export async function verifyLink({ type, tokenHash }: MailLink): Promise<Verified> {
	if (type === 'keep_factors') return await keepFactors(tokenHash)
	// The proof shows that this browser made the sign-up, so that its password counts, and no stranger's.
	const proved = { token_hash: tokenHash, type, code_verifier: signUpProof() }
	const { answer, failure } = await call('/auth/v1/verify', (supabase) => supabase.auth.verifyOtp(proved))
	const error = answer?.error
	if (error === null) {
		const { session } = answer?.data ?? {}
		return session ? { kind: 'signed-in', session } : { kind: 'half' }
	}
	const status = error?.status ?? 0
	if (status === 429) {
		toastFailure('Not confirmed yet', failure, 'Too many attempts. Wait a few minutes, then try again.')
		return { kind: 'failed' }
	}
	if (error?.code === 'user_banned') {
		toastFailure(
			'Account closed',
			failure,
			'This account has been closed. Write to us if that’s a mistake.',
			{
				contact: true,
			},
		)
		return { kind: 'failed' }
	}
	if (error?.code === 'email_exists') {
		toastFailure('Address taken', failure, 'Another account uses this address now. Yours stays as it is.')
		return { kind: 'dead' }
	}
	if (status >= 400 && status < 500) return { kind: 'dead' }
	toastUnexpected(failure)
	return { kind: 'failed' }
}
