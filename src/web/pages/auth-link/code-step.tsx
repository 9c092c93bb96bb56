import { CodeField, digitsOf } from '#web/session/code-field.tsx'
import { FocusedHeading } from '#web/session/focused-heading.tsx'
import { ResendButton } from '#web/session/resend-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { useForm } from '#web/ui/use-form.ts'
import { askForLink } from './ask-for-link.ts'
import { signInByCode } from './sign-in-by-code.ts'

interface CodeStepProps {
	email: string
	target: string
	onBack: () => void
}

const codeErrors = {
	wrong: 'That code isn’t valid, or has expired. After five wrong codes, ask for a new email.',
	'too-often': 'Too many wrong codes. Use the link in the email instead, or try again tomorrow.',
}

/** The mail is on its way: its code can be typed here, its link opened anywhere. */
export function CodeStep({ email, target, onBack }: CodeStepProps) {
	const { busy, errors, form } = useForm(async ({ field, refuse }) => {
		const outcome = await signInByCode(email, digitsOf(field('code')))
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
					send={() => askForLink(email, target)}
					sentWords={`If ${email} has an account, a new email is on its way. Earlier codes no longer work.`}
					justSent
				/>
				<Button variant="quiet" onClick={onBack} className="max-sm:-ml-5">
					Use another address
				</Button>
			</div>
		</>
	)
}
