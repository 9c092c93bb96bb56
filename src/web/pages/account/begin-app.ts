import { call } from '#web/session/call.ts'
import { toastFailure } from '#web/session/failure-toast.tsx'

export interface NewApp {
	factorId: string
	/** A `data:` address of the QR code. */
	picture: string
	secret: string
}

/** Begins an authenticator app. Nothing is asked for at sign-in before its first code has been given. */
export async function beginApp(): Promise<{ kind: 'begun'; app: NewApp } | { kind: 'stale' | 'failed' }> {
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
