import { call } from '#web/session/call.ts'
import { toastFailure, unreachableMessage } from '#web/session/toasts.tsx'
import { toast } from '#web/ui/toast.ts'
import { makeRecoveryCodes } from './recovery-codes.tsx'

export interface NewApp {
	factorId: string
	/** A `data:` address of the QR code. */
	picture: string
	secret: string
}

/** Begins an authenticator app. Nothing is asked for at sign-in before its first code has been given. */
export async function enrolApp(): Promise<{ kind: 'begun'; app: NewApp } | { kind: 'stale' | 'failed' }> {
	const { answer, failure } = await call('/auth/v1/factors', (supabase) =>
		supabase.auth.mfa.enroll({
			factorType: 'totp',
			issuer: 'Headstart',
			// Distinct, since one begun and left keeps its name for some minutes.
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
		off ? 'This shop doesn’t offer it at the moment.' : 'Please try again in a moment.',
	)
	return { kind: 'failed' }
}

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
		return { kind: 'on', codes: await makeRecoveryCodes() }
	}
	if (failure.unreachable) return { kind: 'refused', words: unreachableMessage }
	if (answer?.error.code === 'mfa_verification_failed')
		return {
			kind: 'refused',
			words: 'That code isn’t right. Wait for the next one. If it keeps failing, check your phone’s clock.',
		}
	if (answer?.error.status === 429)
		return { kind: 'refused', words: 'Too many attempts. Wait a minute, then try again.' }
	return { kind: 'refused', words: 'That didn’t work. Cancel, and set it up again.' }
}
