import { call } from '#web/session/call.ts'
import { noLongerTextedMessage, textOutcome } from '#web/session/phone/request-text.ts'
import { toastFailure } from '#web/session/toasts.tsx'
import { unreachableMessage } from '#web/ui/toast.ts'
import { messageFor, type StepOutcome } from './verify-second-step.ts'

/** Texts a code. If that fails, shows the visitor the reason, and returns `too-soon` or `failed`. */
export async function textChallenge(
	factorId: string,
): Promise<{ challengeId: string } | 'too-soon' | 'failed'> {
	const { answer, failure } = await call('/auth/v1/factors', (supabase) =>
		supabase.auth.mfa.challenge({ factorId, channel: 'sms' }),
	)
	if (answer?.error === null) return { challengeId: answer.data.id }
	const outcome = textOutcome(answer?.error, failure)
	if (outcome === 'refused')
		toastFailure('The text wasn’t sent', failure, noLongerTextedMessage, { contact: true })
	return outcome === 'too-soon' ? 'too-soon' : 'failed'
}

/** Takes the second step with a texted code. Returns the error for the field if it is rejected. */
export async function verifyByPhone(
	factorId: string,
	challengeId: string,
	code: string,
): Promise<StepOutcome> {
	const { answer, failure } = await call('/auth/v1/factors', (supabase) =>
		supabase.auth.mfa.verify({ factorId, challengeId, code }),
	)
	if (answer?.error === null) return { kind: 'taken' }
	if (failure.unreachable) return { kind: 'refused', message: unreachableMessage }
	return { kind: 'refused', message: messageFor('phone', answer?.error) }
}
