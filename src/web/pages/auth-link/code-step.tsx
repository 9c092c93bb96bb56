import { CodeField } from '#web/session/fields.tsx'
import { FocusedHeading } from '#web/session/narrow-page.tsx'
import { requestLink } from '#web/session/request-email.ts'
import { ResendButton } from '#web/session/resend-button.tsx'
import { signInByCode } from '#web/session/sign-in-by-code.ts'
import { forgetSignUpProof, readSignUpProof } from '#web/session/stored-session.ts'
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
		const token = field('code')
		const outcome = await signInByCode({ type: 'email', email, token }, readSignUpProof(), target)
		if (outcome === 'signed-in') forgetSignUpProof()
		else onTrying(false)
		if (outcome === 'wrong' || outcome === 'too-often') refuse({ code: codeErrors[outcome] })
	})
	return (
		<>
			<FocusedHeading>Check your email</FocusedHeading>
			<p className="wrap-anywhere">
				If <strong className="font-display">{email}</strong> has an account, an email with a link and a code
				is on its way. Open the link, or type the code here.
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
