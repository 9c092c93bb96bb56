import type { SupabaseClient } from '@supabase/supabase-js'
import { call } from '#web/session/call.ts'
import { digitsOf } from '#web/session/fields.tsx'
import { unreachableMessage } from '#web/ui/toast.ts'

export type StepOutcome = { kind: 'taken' } | { kind: 'refused'; message: string }

/** Takes the second step with a code from the app or a recovery code. Returns the error for the field if it is rejected. */
export async function verifySecondStep(means: 'app' | 'recovery', code: string): Promise<StepOutcome> {
	const { answer, failure } = await call('/auth/v1/factors', (supabase) =>
		means === 'app' ? byApp(supabase, digitsOf(code)) : supabase.auth.mfa.recoveryCodes.verify({ code }),
	)
	if (answer?.error === null) return { kind: 'taken' }
	if (failure.unreachable) return { kind: 'refused', message: unreachableMessage }
	return { kind: 'refused', message: messageFor(means, answer?.error) }
}

async function byApp(supabase: SupabaseClient, code: string) {
	const { data, error } = await supabase.auth.mfa.listFactors()
	if (error !== null) return { error }
	const factorId = data.totp[0]?.id
	// The app was removed on another device in the meantime. The next sign-in won’t ask for it.
	if (factorId === undefined) return { error: { code: 'mfa_factor_not_found', status: 404 } }
	return await supabase.auth.mfa.challengeAndVerify({ factorId, code })
}

interface AuthFailure {
	code?: string | undefined
	status?: number | undefined
}

function messageFor(means: 'app' | 'recovery', error: AuthFailure | undefined): string {
	if (error?.status === 429) return 'Too many attempts. Wait a few minutes, then try again.'
	if (error?.code === 'mfa_verification_failed')
		return means === 'app'
			? 'That code isn’t valid, or has already been used. Wait for the next one. If it keeps failing, check your phone’s clock.'
			: 'That code isn’t valid, or has already been used.'
	if (error?.code === 'mfa_factor_not_found')
		return means === 'app'
			? 'Your account no longer has an authenticator app. Please sign in again.'
			: 'Your account has no recovery codes. Use your app instead.'
	return 'That didn’t work. Please try again in a moment.'
}
