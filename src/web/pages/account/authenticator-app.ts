import { call } from '#web/session/call.ts'
import { connectionChanged } from '#web/session/second-step-messages.ts'
import { toastFailure } from '#web/session/toasts.tsx'
import { shopName } from '#web/site/site-settings.ts'
import { toast, unreachableMessage } from '#web/ui/toast.ts'
import { makeRecoveryCodes } from './recovery-codes.tsx'

export interface NewApp {
	factorId: string
	/** The QR code, as a `data:` URL. */
	picture: string
	secret: string
}

/** Enrols an authenticator app. Sign-in doesn’t ask for it until its first code has been confirmed. */
export async function enrolApp(): Promise<{ kind: 'begun'; app: NewApp } | { kind: 'stale' | 'failed' }> {
	const { answer, failure } = await call('/auth/v1/factors', (supabase) =>
		supabase.auth.mfa.enroll({
			factorType: 'totp',
			issuer: shopName(),
			// Unique, because an abandoned enrolment keeps its name for some minutes, and another of the same name would be refused.
			friendlyName: `Authenticator app, ${new Date().toISOString()}`,
		}),
	)
	if (answer?.error === null) {
		const { id, totp } = answer.data
		return { kind: 'begun', app: { factorId: id, picture: totp.qr_code, secret: totp.secret } }
	}
	if (answer?.error.code === 'reauthentication_needed') return { kind: 'stale' }
	const off = answer?.error.code === 'mfa_totp_enroll_not_enabled'
	toastFailure(
		'Not set up',
		failure,
		off ? 'This shop doesn’t offer authenticator apps at the moment.' : 'Please try again in a moment.',
	)
	return { kind: 'failed' }
}

/** Switches a new app on with its first code. If the user had no second factor before, also creates recovery codes. */
export async function confirmApp(
	factorId: string,
	code: string,
	isFirst: boolean,
): Promise<{ kind: 'on'; codes: readonly string[] | null } | { kind: 'refused'; message: string }> {
	const { answer, failure } = await call('/auth/v1/factors', (supabase) =>
		supabase.auth.mfa.challengeAndVerify({ factorId, code }),
	)
	if (answer?.error === null) {
		if (isFirst)
			toast.success('Two-step verification is on', {
				description: 'Every other device has been signed out.',
			})
		else toast.success('Your app was added')
		return { kind: 'on', codes: isFirst ? await makeRecoveryCodes() : null }
	}
	if (failure.unreachable) return { kind: 'refused', message: unreachableMessage }
	if (answer?.error.code === 'mfa_verification_failed')
		return {
			kind: 'refused',
			message: 'That code isn’t right. Wait for the next one. If it keeps failing, check your phone’s clock.',
		}
	if (answer?.error.code === 'mfa_ip_address_mismatch') return { kind: 'refused', message: connectionChanged }
	if (answer?.error.status === 429)
		return { kind: 'refused', message: 'Too many attempts. Wait a minute, then try again.' }
	return { kind: 'refused', message: 'That didn’t work. Cancel, and set it up again.' }
}
