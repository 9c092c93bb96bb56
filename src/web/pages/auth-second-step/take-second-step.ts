import type { SupabaseClient } from '@supabase/supabase-js'
import { call } from '#web/session/call.ts'
import { digitsOf } from '#web/session/code-field.tsx'
import { unreachableWords } from '#web/session/failure-toast.tsx'

export type StepOutcome = { kind: 'taken' } | { kind: 'refused'; words: string }

/** Takes the second step by a code of the app or by a recovery code. What was wrong comes back as words for the field. */
export async function takeSecondStep(means: 'app' | 'recovery', code: string): Promise<StepOutcome> {
	const { answer, failure } = await call('/auth/v1/factors', (supabase) =>
		means === 'app' ? byApp(supabase, digitsOf(code)) : supabase.auth.mfa.recoveryCodes.verify({ code }),
	)
	if (answer?.error === null) return { kind: 'taken' }
	if (failure.unreachable) return { kind: 'refused', words: unreachableWords }
	return { kind: 'refused', words: wordsFor(means, answer?.error) }
}

async function byApp(supabase: SupabaseClient, code: string) {
	const { data, error } = await supabase.auth.mfa.listFactors()
	if (error !== null) return { error }
	const factorId = data.totp[0]?.id
	// Taken away meanwhile, on another device: then none is asked for, as the next sign-in will show.
	if (factorId === undefined) return { error: { code: 'mfa_factor_not_found', status: 404 } }
	return await supabase.auth.mfa.challengeAndVerify({ factorId, code })
}

interface Fault {
	code?: string | undefined
	status?: number | undefined
}

function wordsFor(means: 'app' | 'recovery', error: Fault | undefined): string {
	if (error?.status === 429) return 'Too many tries. Wait a few minutes, then try again.'
	if (error?.code === 'mfa_verification_failed')
		return means === 'app'
			? 'That code is wrong, or was used already. Wait for the next one; if it keeps failing, check that your phone’s clock is right.'
			: 'That is none of your codes, or it was used already.'
	if (error?.code === 'mfa_factor_not_found')
		return means === 'app'
			? 'This account has no app any more. Sign in again.'
			: 'This account has no recovery codes. Use your app.'
	return 'That did not work. Please try again in a moment.'
}
