import { call } from '#web/session/call.ts'
import { endOf } from '#web/session/phone/phone-number.ts'
import { type TextOutcome, textOutcome } from '#web/session/phone/request-text.ts'
import { needsNewText } from '#web/session/second-step-messages.ts'
import { toast, unreachableMessage } from '#web/ui/toast.ts'
import { makeRecoveryCodes } from './recovery-codes.tsx'

/** Identifies a texted code, and the phone that received it. */
export interface PhoneChallenge {
	factorId: string
	challengeId: string
	phone: string
}

type Enrolled =
	| { kind: 'begun'; challenge: PhoneChallenge }
	| { kind: 'refused'; why: 'untexted' | 'same' }
	| { kind: 'stale' | 'failed' }

/** Enrols a phone and texts the first code. Sign-in doesn’t ask for the phone until that code has been entered. */
export async function enrolPhone(phone: string): Promise<Enrolled> {
	const { answer, failure } = await call('/auth/v1/factors', async (supabase) => {
		// Unique, because an abandoned enrolment keeps its name for some minutes, and another of the same name would be refused.
		const friendlyName = `Phone ending ${endOf(phone)}, ${new Date().toISOString()}`
		return await supabase.auth.mfa.enroll({ factorType: 'phone', phone, friendlyName })
	})
	if (answer?.error === null) {
		const challenge = await challengePhone({ factorId: answer.data.id, challengeId: '', phone })
		if (challenge === 'refused') return { kind: 'refused', why: 'untexted' }
		return typeof challenge === 'string' ? { kind: 'failed' } : { kind: 'begun', challenge }
	}
	const error = answer?.error
	if (
		error?.code === 'mfa_verified_factor_exists' ||
		(error?.code === 'validation_failed' && error.status === 422)
	)
		return { kind: 'refused', why: 'same' }
	const outcome = textOutcome(error, failure)
	if (outcome === 'refused') return { kind: 'refused', why: 'untexted' }
	return { kind: outcome === 'stale' ? 'stale' : 'failed' }
}

/** Texts a code to the phone. If that fails, returns the reason. `textOutcome` may already have shown it. */
export async function challengePhone({
	factorId,
	phone,
}: PhoneChallenge): Promise<PhoneChallenge | TextOutcome> {
	const { answer, failure } = await call('/auth/v1/factors', (supabase) =>
		supabase.auth.mfa.challenge({ factorId, channel: 'sms' }),
	)
	if (answer?.error === null) return { factorId, phone, challengeId: answer.data.id }
	return textOutcome(answer?.error, failure)
}

/** Switches the phone on with its first code. If the user had no second factor before, also creates recovery codes. */
export async function confirmPhone(
	{ factorId, challengeId }: PhoneChallenge,
	code: string,
	isFirst: boolean,
): Promise<{ kind: 'on'; codes: readonly string[] | null } | { kind: 'refused'; message: string }> {
	const { answer, failure } = await call('/auth/v1/factors', (supabase) =>
		supabase.auth.mfa.verify({ factorId, challengeId, code }),
	)
	const error = answer?.error
	if (error === null) {
		if (isFirst)
			toast.success('Two-step verification is on', {
				description: 'Every other device has been signed out.',
			})
		else toast.success('Your phone was added')
		return { kind: 'on', codes: isFirst ? await makeRecoveryCodes() : null }
	}
	if (failure.unreachable) return { kind: 'refused', message: unreachableMessage }
	if (error?.code === 'mfa_verification_failed')
		return { kind: 'refused', message: 'That code isn’t right. Check the newest text.' }
	if (error?.status === 429)
		return { kind: 'refused', message: 'Too many attempts. Wait a minute, then try again.' }
	return { kind: 'refused', message: needsNewText(error?.code) ?? 'That didn’t work. Ask for another code.' }
}
