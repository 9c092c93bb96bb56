import { call } from '#web/session/call.ts'
import { unreachableWords } from '#web/session/failure-toast.tsx'
import { toast } from '#web/ui/toast.ts'
import { makeCodes } from './make-codes.ts'

/** Switches a new app on by its first code, and makes the recovery codes that stand in for it. */
export async function confirmApp(
	factorId: string,
	code: string,
): Promise<{ kind: 'on'; codes: readonly string[] | null } | { kind: 'refused'; words: string }> {
	const { answer, failure } = await call('/auth/v1/factors', (supabase) =>
		supabase.auth.mfa.challengeAndVerify({ factorId, code }),
	)
	if (answer?.error === null) {
		toast.success('Two-step verification is on', { description: 'Every other device has been signed out.' })
		return { kind: 'on', codes: await makeCodes() }
	}
	if (failure.unreachable) return { kind: 'refused', words: unreachableWords }
	if (answer?.error.code === 'mfa_verification_failed')
		return {
			kind: 'refused',
			words: 'That code isn’t right. Wait for the next one. If it keeps failing, check your phone’s clock.',
		}
	if (answer?.error.status === 429)
		return { kind: 'refused', words: 'Too many attempts. Wait a minute, then try again.' }
	return { kind: 'refused', words: 'That didn’t work. Cancel, and set it up again.' }
}
