import { type FormEvent, useRef, useState } from 'react'
import { ResendButton } from '#web/session/resend-button.tsx'
import { prepareSupabase } from '#web/session/supabase.ts'
import { useAlive } from '#web/session/use-query.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordField } from './password-field.tsx'
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
	const alive = useAlive()
	const [busy, setBusy] = useState(false)
	const [outcome, setOutcome] = useState<SignInOutcome | null>(null)
	const password = useRef<HTMLInputElement>(null)

	async function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault()
		if (busy) return
		setBusy(true)
		const result = await signIn(email.trim(), password.current?.value ?? '')
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
				label="Email"
				name="email"
				type="email"
				autoComplete="username"
				placeholder="Enter your email"
				required
				value={email}
				onChange={(event) => onEmail(event.target.value)}
				aria-invalid={wrong || undefined}
			/>
			<PasswordField
				ref={password}
				// The button of the other tab that had the focus is gone.
				autoFocus={startAtPassword}
				autoComplete="current-password"
				placeholder="Enter your password"
				error={wrong ? 'That email and password do not go together. Check both.' : undefined}
			/>
			<Button type="submit" disabled={!alive} aria-disabled={busy || undefined}>
				{busy ? 'Signing in...' : 'Sign In'}
			</Button>
			{outcome === 'not-verified' ? (
				<div className="grid gap-3 border-l-2 border-marker pl-4">
					<p className="wrap-anywhere">
						The mail we sent to {email.trim()} holds a link that confirms it is yours. Nothing there?
					</p>
					<ResendButton key={email} email={email.trim()} target={target} justSent={false} />
				</div>
			) : null}
		</form>
	)
}
