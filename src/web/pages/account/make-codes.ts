import { call } from '#web/session/call.ts'
import { toastFailure } from '#web/session/failure-toast.tsx'

/** Makes ten recovery codes in place of any there were; null where it did not work, which a toast tells. */
export async function makeCodes(): Promise<readonly string[] | null> {
	const { answer, failure } = await call('/auth/v1/factors/recovery-codes', async (supabase) => {
		const { recoveryCodes } = supabase.auth.mfa
		const made = await recoveryCodes.generate()
		return made.error?.code === 'mfa_verified_factor_exists' ? await recoveryCodes.regenerate() : made
	})
	if (answer?.error === null) return answer.data.codes
	toastFailure('No recovery codes were made', failure, 'Please try again in a moment.')
	return null
}
