import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { PasswordField } from '#web/session/password-field.tsx'
import { ResendButton } from '#web/session/resend-button.tsx'
import { resendVerification } from '#web/session/resend-verification.ts'
import { stepPath } from '#web/session/sign-in-steps.ts'
import { prepareSupabase } from '#web/session/supabase.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { type SignInOutcome, signIn } from './sign-in.ts'

interface SignInFormProps {
	/** Shared by both tabs, so that changing tabs keeps what was typed. */
	email: string
	onEmail: (email: string) => void
	/** The page of this site to go on to. */
	target: string
	/** For a visitor who comes from the other tab with their address typed in. */
	startAtPassword: boolean
}

export function SignInForm({ email, onEmail, target, startAtPassword }: SignInFormProps) {
	const [busy, setBusy] = useState(false)
	const [outcome, setOutcome] = useState<SignInOutcome | null>(null)
	const address = useRef<HTMLInputElement>(null)
	const password = useRef<HTMLInputElement>(null)

	async function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault()
		if (busy) return
		const typed = address.current?.value ?? ''
		onEmail(typed)
		setBusy(true)
		const result = await signIn(typed.trim(), password.current?.value ?? '')
		setBusy(false)
		setOutcome(result)
		if (result === 'wrong') password.current?.select()
	}

	const wrong = outcome === 'wrong'
	return (
		// Posting keeps a password out of the address, should the form ever be sent before the page is alive. Whoever begins
		// to type will need the client: it is fetched while they do.
		<form
			method="post"
			onSubmit={submit}
			onFocus={prepareSupabase}
			onChange={() => setOutcome(null)}
			className="grid gap-5"
		>
			<Field
				ref={address}
				label="Email"
				name="email"
				type="email"
				autoComplete="username"
				placeholder="Enter your email"
				required
				// Not controlled: what was typed before the page came alive stays.
				defaultValue={email}
				onChange={(event) => onEmail(event.target.value)}
				aria-invalid={wrong || undefined}
			/>
			<PasswordField
				ref={password}
				// The button of the other tab that had the focus is gone.
				autoFocus={startAtPassword}
				autoComplete="current-password"
				placeholder="Enter your password"
				error={
					wrong ? 'Your email and password don’t match. Check both, or sign in by email instead.' : undefined
				}
			/>
			<Button type="submit" aria-disabled={busy || undefined}>
				{busy ? 'Signing in...' : 'Sign In'}
			</Button>
			<ul className="flex flex-wrap gap-x-6 font-display text-label">
				{/* The address goes along in the browser's own memory, never in a web address. */}
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
			{outcome === 'not-verified' ? (
				<div className="grid gap-3 border-l-2 border-marker pl-4">
					<p className="wrap-anywhere">
						We sent a link to {email.trim()} to confirm that it’s yours. Can’t find it?
					</p>
					<ResendButton
						key={email}
						send={() => resendVerification(email.trim(), target)}
						sentWords={`A new link is on its way to ${email.trim()}.`}
						justSent={false}
					/>
				</div>
			) : null}
		</form>
	)
}

const quietLink = 'link inline-flex min-h-11 items-center'
