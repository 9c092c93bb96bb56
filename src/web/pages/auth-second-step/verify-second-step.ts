import type { SupabaseClient } from '@supabase/supabase-js'
import { call } from '#web/session/call.ts'
import { isCancelled, keyMessage } from '#web/session/key-messages.ts'
import { field, textIn } from '#web/session/read-fields.ts'
import { connectionChanged, needsNewText } from '#web/session/second-step-messages.ts'
import { tooOftenMessage, unreachableMessage } from '#web/ui/toast.ts'

/** The ways to take the second step. */
export type Means = 'app' | 'key' | 'phone' | 'recovery'

export interface SecurityKey {
	id: string
	name: string
}

export interface PhoneMeans {
	id: string
	/** The last digits of the phone number. */
	end: string
}

interface OwnMeans {
	hasApp: boolean
	keys: readonly SecurityKey[]
	phones: readonly PhoneMeans[]
}

/**
 * Returns the ways in which a user can take the step. `user` comes from the stored session, because `useAuth` returns no user
 * until the step is taken.
 */
export function readMeans(user: object | null): OwnMeans {
	const factors = field(user, 'factors')
	const steps = Array.isArray(factors) ? factors.filter((row) => field(row, 'status') === 'verified') : []
	const keys = steps.flatMap((row) => {
		const id = textIn(row, 'id')
		if (field(row, 'factor_type') !== 'webauthn' || id === null) return []
		return { id, name: textIn(row, 'friendly_name') || 'Security key' }
	})
	const phones = steps.flatMap((row) => {
		const id = textIn(row, 'id')
		if (field(row, 'factor_type') !== 'phone' || id === null) return []
		return { id, end: (textIn(row, 'phone') ?? '').slice(-3) }
	})
	const hasNone = keys.length === 0 && phones.length === 0
	return { hasApp: hasNone || steps.some((row) => field(row, 'factor_type') === 'totp'), keys, phones }
}

export type StepOutcome = { kind: 'taken' } | { kind: 'refused'; message: string }

/** Takes the second step with a code from the app or a recovery code. Returns the error for the field if it is rejected. */
export async function verifySecondStep(means: 'app' | 'recovery', code: string): Promise<StepOutcome> {
	const { answer, failure } = await call('/auth/v1/factors', (supabase) =>
		means === 'app' ? byApp(supabase, code) : supabase.auth.mfa.recoveryCodes.verify({ code }),
	)
	if (answer?.error === null) return { kind: 'taken' }
	if (failure.unreachable) return { kind: 'refused', message: unreachableMessage }
	return { kind: 'refused', message: messageFor(means, answer?.error) }
}

/** Takes the second step with a security key. Shows nothing if the user closes the browser's dialog. */
export async function verifyByKey(factorId: string): Promise<StepOutcome | { kind: 'cancelled' }> {
	const { answer, failure } = await call('/auth/v1/factors', (supabase) =>
		supabase.auth.mfa.webauthn.authenticate({ factorId, webauthn: {} }),
	)
	const error = answer?.error
	if (error === null) return { kind: 'taken' }
	if (failure.unreachable) return { kind: 'refused', message: unreachableMessage }
	if (error !== undefined && isCancelled(error)) return { kind: 'cancelled' }
	return { kind: 'refused', message: (error && keyMessage(error)) ?? messageFor('key', error) }
}

async function byApp(supabase: SupabaseClient, code: string) {
	const { data, error } = await supabase.auth.mfa.listFactors()
	if (error !== null) return { error }
	const factorId = data.totp[0]?.id
	// The app was removed on another device in the meantime, so the next sign-in won’t ask for it.
	if (factorId === undefined) return { error: { code: 'mfa_factor_not_found', status: 404 } }
	return await supabase.auth.mfa.challengeAndVerify({ factorId, code })
}

interface AuthFailure {
	code?: string | undefined
	status?: number | undefined
}

/** Returns the error for the field. */
export function messageFor(means: Means, error: AuthFailure | undefined): string {
	if (error?.status === 429) return tooOftenMessage
	if (error?.code === 'wrong_encryption_key' || error?.code === 'server_clock_wrong') return ownersTurn
	if (error?.code === 'mfa_verification_failed') return wrong[means]
	if (error?.code === 'mfa_factor_not_found') return gone[means]
	if (means === 'phone') return needsNewText(error?.code) ?? againMessage
	if (error?.code === 'mfa_ip_address_mismatch') return connectionChanged
	return againMessage
}

/** The shop has the wrong key for the app’s secrets, or its clock is wrong. No other code from the app would be accepted either. */
const ownersTurn =
	'This is a fault of ours: we can’t check any code from your app just now. Use another way if you have one, or write to us.'

const againMessage = 'That didn’t work. Please try again in a moment.'

const wrong: Readonly<Record<Means, string>> = {
	app: 'That code isn’t valid, or has already been used. Wait for the next one. If it keeps failing, check your phone’s clock.',
	key: 'That isn’t the key you added. Try again with the right one.',
	phone: 'That code isn’t valid. Check the newest text.',
	recovery: 'That code isn’t valid, or has already been used.',
}

const gone: Readonly<Record<Means, string>> = {
	app: 'Your account no longer has an authenticator app. Please sign in again.',
	key: 'Your account no longer has that key. Please sign in again.',
	phone: 'Your account no longer has that phone. Please sign in again.',
	recovery: 'Your account has no recovery codes. Use your other step instead.',
}
