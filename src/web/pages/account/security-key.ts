import { call } from '#web/session/call.ts'
import { isCancelled, keyMessage } from '#web/session/key-messages.ts'
import { toastFailure } from '#web/session/toasts.tsx'
import { toast } from '#web/ui/toast.ts'
import { makeRecoveryCodes } from './recovery-codes.tsx'

type AddedKey =
	/**
	 * `codes`: new recovery codes if the user had no second factor before; null if the user has codes already, or if they could not
	 * be created.
	 */
	| { kind: 'on'; codes: readonly string[] | null }
	| { kind: 'refused'; message: string }
	| { kind: 'stale' | 'cancelled' | 'failed' }

/**
 * Adds a security key as a second factor, which takes effect immediately. Shows nothing if the user closes the browser's
 * dialog.
 */
export async function addKey(friendlyName: string, isFirst: boolean): Promise<AddedKey> {
	const { answer, failure } = await call('/auth/v1/factors', async (supabase) => {
		const { webauthn } = supabase.auth.mfa
		const enrolled = await webauthn.enroll({ friendlyName })
		if (enrolled.error !== null) return enrolled
		const factorId = enrolled.data.id
		const site = { rpId: window.location.hostname, rpOrigins: [window.location.origin] }
		const made = await webauthn.challenge({ factorId, webauthn: site })
		const added =
			made.error === null
				? await webauthn.verify({ ...made.data, webauthn: { ...made.data.webauthn, ...site } })
				: made
		// Removes the unfinished enrolment, which would otherwise block its name for some minutes.
		if (added.error !== null) await supabase.auth.mfa.unenroll({ factorId })
		return added
	})
	const error = answer?.error
	if (error === null) {
		toast.success(isFirst ? 'Two-step verification is on' : `${friendlyName} was added`, {
			description: isFirst ? 'Every other device has been signed out.' : undefined,
		})
		return { kind: 'on', codes: isFirst ? await makeRecoveryCodes() : null }
	}
	if (error?.code === 'reauthentication_needed') return { kind: 'stale' }
	if (error !== undefined && isCancelled(error)) return { kind: 'cancelled' }
	if (error?.code === 'mfa_factor_name_conflict')
		return { kind: 'refused', message: 'You have a key with this name already. Choose another name.' }
	if (
		error?.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' ||
		error?.code === 'webauthn_credential_exists'
	)
		return { kind: 'refused', message: 'That key belongs to your account already. Use another one.' }
	const message = error && keyMessage(error)
	if (message !== undefined && !failure.unreachable) return { kind: 'refused', message }
	toastFailure('The key wasn’t added', failure, 'Please try again in a moment.')
	return { kind: 'failed' }
}
