import { href, Link } from 'react-router'
import { reportSignUpBegun } from '#web/analytics/report.ts'
import { DisplayNameField, EmailField, NewPasswordField, passwordMinLength } from '#web/session/fields.tsx'
import { prepareSupabase } from '#web/session/supabase.ts'
import { Button } from '#web/ui/button.tsx'
import { useForm } from '#web/ui/use-form.ts'
import { signUp } from './sign-up.ts'

interface SignUpFormProps {
	/** Shared by both tabs, so that switching tabs keeps what was typed. */
	email: string
	onEmail: (email: string) => void
	/** The page to go to afterwards. */
	target: string
	onEmailSent: () => void
	onSignInInstead: () => void
}

export function SignUpForm({ email, onEmail, target, onEmailSent, onSignInInstead }: SignUpFormProps) {
	const { busy, errors, form } = useForm(async ({ field, refuse }) => {
		// The field is uncontrolled, because it may have been filled in before hydration.
		onEmail(field('email'))
		const outcome = await signUp({
			data: { display_name: field('display_name'), no_review_requests: field('review_emails') === '' },
			email: field('email'),
			password: field('password'),
			target,
		})
		if (outcome.kind === 'email-sent') onEmailSent()
		if (outcome.kind === 'weak-password') refuse({ password: outcome.message })
		if (outcome.kind === 'exists')
			refuse({ exists: 'There’s already an account with this address. Sign in with your password.' })
	})

	return (
		// The client library is downloaded while the visitor types.
		<form {...form} onFocus={prepareSupabase} onInput={reportSignUpBegun} className="grid gap-5">
			<DisplayNameField placeholder="Enter your display name" />
			<EmailField
				// Uncontrolled, so that hydration keeps what was typed.
				defaultValue={email}
				onChange={(event) => onEmail(event.target.value)}
				aria-invalid={errors.exists !== undefined || undefined}
			/>
			<NewPasswordField
				placeholder={`Create a password (min ${passwordMinLength()} characters)`}
				error={errors.password}
			/>
			<label className="flex min-h-11 items-start gap-3">
				<input
					type="checkbox"
					name="review_emails"
					aria-describedby="sign-up-note"
					className="mt-1 size-5 shrink-0"
				/>
				Ask me, once, what I think of each guide
			</label>
			<Button type="submit" aria-disabled={busy || undefined}>
				{busy ? 'Creating account...' : 'Sign Up'}
			</Button>
			<p id="sign-up-note" className="margin-note">
				With the tick, we email you once about each guide, a week after you get it. No newsletter unless you
				ask for one. We email you about your account.{' '}
				<Link to={href('/privacy')} className="link">
					How we treat your data
				</Link>
			</p>
			{errors.exists ? (
				<div className="grid gap-3 border-l-2 border-marker pl-4">
					<p>{errors.exists}</p>
					<Button type="button" variant="secondary" onClick={onSignInInstead}>
						Sign in instead
					</Button>
				</div>
			) : null}
		</form>
	)
}
