import { Link } from 'react-router'
import { EmailField, PasswordField } from '#web/session/fields.tsx'
import { newLinkMessage, resendVerification } from '#web/session/request-email.ts'
import { ResendButton } from '#web/session/resend-button.tsx'
import { stepPath } from '#web/session/sign-in-paths.ts'
import { prepareSupabase } from '#web/session/supabase.ts'
import { Button } from '#web/ui/button.tsx'
import { useForm } from '#web/ui/use-form.ts'
import { signIn } from './sign-in.ts'

interface SignInFormProps {
	/** Shared by both tabs, so that switching tabs keeps what was typed. */
	email: string
	onEmail: (email: string) => void
	/** The page to go to afterwards. */
	target: string
	/** Whether the visitor comes from the other tab, on which they typed their address. */
	startAtPassword: boolean
}

export function SignInForm({ email, onEmail, target, startAtPassword }: SignInFormProps) {
	const { busy, errors, form } = useForm(async ({ field, refuse }) => {
		// The field is uncontrolled, because it may have been filled in before hydration.
		onEmail(field('email'))
		const outcome = await signIn(field('email'), field('password'), target)
		if (outcome === 'wrong')
			refuse({ password: 'Your email and password don’t match. Check both, or sign in by email instead.' })
		if (outcome === 'not-verified') refuse({ unverified: field('email') })
	})
	return (
		// The client library is downloaded while the visitor types.
		<form {...form} onFocus={prepareSupabase} className="grid gap-5">
			<EmailField
				autoComplete="username"
				// Uncontrolled, so that hydration keeps what was typed.
				defaultValue={email}
				onChange={(event) => onEmail(event.target.value)}
				aria-invalid={errors.password !== undefined || undefined}
			/>
			<PasswordField
				// The button that had the focus was on the other tab.
				autoFocus={startAtPassword}
				autoComplete="current-password"
				placeholder="Enter your password"
				error={errors.password}
			/>
			<Button type="submit" aria-disabled={busy || undefined}>
				{busy ? 'Signing in...' : 'Sign In'}
			</Button>
			<ul className="flex flex-wrap gap-x-6 font-display text-label">
				{/* The email address is passed on in the history state, never in a URL. */}
				<li>
					<Link to={stepPath('/auth/recover', target)} state={{ email: email.trim() }} className={quietLink}>
						Forgotten your password?
					</Link>
				</li>
				<li>
					<Link to={stepPath('/auth/link', target)} state={{ email: email.trim() }} className={quietLink}>
						Sign in by email instead
					</Link>
				</li>
			</ul>
			{errors.password ? (
				<p className="border-l-2 border-marker pl-4">
					If you confirmed your address in another browser and chose no password there,{' '}
					<Link to={stepPath('/auth/link', target)} state={{ email: email.trim() }} className="link">
						sign in by email
					</Link>
					.
				</p>
			) : null}
			{errors.unverified ? (
				<div className="grid gap-3 border-l-2 border-marker pl-4">
					<p className="wrap-anywhere">
						We sent a link to {email.trim()} to confirm that it’s yours. Can’t find it?
					</p>
					<ResendButton
						key={email}
						send={() => resendVerification(email.trim(), target)}
						sentMessage={newLinkMessage(email.trim())}
						justSent={false}
					/>
				</div>
			) : null}
		</form>
	)
}

const quietLink = 'link inline-flex min-h-11 items-center'
