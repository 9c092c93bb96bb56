import { messageFor } from '#web/session/auth-messages.ts'
import { call } from '#web/session/call.ts'
import { CodeField, digitsOf } from '#web/session/fields.tsx'
import { FocusedHeading } from '#web/session/narrow-page.tsx'
import { awaitsSecondStep } from '#web/session/read-session.ts'
import { requestLink } from '#web/session/request-email.ts'
import { ResendButton } from '#web/session/resend-button.tsx'
import { forgetSignUpProof, readSignUpProof } from '#web/session/stored-session.ts'
import {
	dismissFailureToast,
	rememberFailureToast,
	toastFailure,
	toastUnexpected,
	toastWelcome,
} from '#web/session/toasts.tsx'
import { Button } from '#web/ui/button.tsx'
import { useForm } from '#web/ui/use-form.ts'

interface CodeStepProps {
	email: string
	target: string
	/** Called with true before an entered code is tried, and with false if it doesn't sign the visitor in. */
	onTrying: (trying: boolean) => void
	onBack: () => void
}

const codeErrors = {
	wrong: 'That code isn’t valid, or has expired. After five wrong codes, ask for a new email.',
	'too-often': 'Too many wrong codes. Use the link in the email instead, or try again tomorrow.',
}

/** Shown once the email is on its way. The visitor enters its code here, or opens its link on any device. */
export function CodeStep({ email, target, onTrying, onBack }: CodeStepProps) {
	const { busy, errors, form } = useForm(async ({ field, refuse }) => {
		onTrying(true)
		const outcome = await signInByCode(email, digitsOf(field('code')), target)
		if (outcome !== 'signed-in') onTrying(false)
		if (outcome === 'wrong' || outcome === 'too-often') refuse({ code: codeErrors[outcome] })
	})
	return (
		<>
			<FocusedHeading>Check your email</FocusedHeading>
			<p className="wrap-anywhere">
				If <strong>{email}</strong> has an account, an email with a link and a code is on its way. Open the
				link, or type the code here.
			</p>
			<p>No email after a minute? Check your spam folder, then send it again.</p>
			<form {...form} className="grid w-full max-w-xs gap-5">
				<CodeField label="Code from the email" error={errors.code} />
				<Button type="submit" aria-disabled={busy || undefined}>
					{busy ? 'Signing in...' : 'Sign in'}
				</Button>
			</form>
			<div className="flex flex-wrap gap-3">
				<ResendButton
					send={() => requestLink(email, target)}
					sentMessage={`If ${email} has an account, a new email is on its way. Earlier codes no longer work.`}
					justSent
				/>
				<Button variant="quiet" onClick={onBack} className="max-sm:-ml-5">
					Use another address
				</Button>
			</div>
		</>
	)
}

export type CodeOutcome = 'signed-in' | 'wrong' | 'too-often' | 'failed'

/** Signs in with an emailed code. Returns `wrong` for a wrong or expired code, and `too-often` after too many attempts. */
async function signInByCode(email: string, token: string, target: string): Promise<CodeOutcome> {
	dismissFailureToast()
	// The code may confirm a sign-up, so the proof that this browser signed up is sent too.
	const proved = { email, token, type: 'email' as const, code_verifier: readSignUpProof() }
	const { answer, failure } = await call('/auth/v1/verify', (supabase) => supabase.auth.verifyOtp(proved))
	const error = answer?.error
	if (error === null) {
		forgetSignUpProof()
		const { session } = answer?.data ?? {}
		if (session && !awaitsSecondStep(session)) toastWelcome(target)
		return 'signed-in'
	}
	if (error?.code === 'otp_expired') return 'wrong'
	if (error?.status === 429) return 'too-often'
	const isUnexpected = error === undefined || failure.unreachable
	rememberFailureToast(
		isUnexpected ? toastUnexpected(failure) : toastFailure('Login failed', failure, messageFor(error)),
	)
	return 'failed'
}
