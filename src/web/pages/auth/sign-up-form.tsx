import { type FormEvent, useRef, useState } from 'react'
import { NewPasswordField, passwordMinLength } from '#web/session/password-field.tsx'
import { prepareSupabase } from '#web/session/supabase.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { type SignUpOutcome, signUp } from './sign-up.ts'

interface SignUpFormProps {
	/** Shared by both tabs, so that changing tabs keeps what was typed. */
	email: string
	onEmail: (email: string) => void
	/** The page of this site to go on to. */
	target: string
	onCheckMail: () => void
	onSignInInstead: () => void
}

export function SignUpForm({ email, onEmail, target, onCheckMail, onSignInInstead }: SignUpFormProps) {
	const [busy, setBusy] = useState(false)
	const [outcome, setOutcome] = useState<SignUpOutcome | null>(null)
	const displayName = useRef<HTMLInputElement>(null)
	const address = useRef<HTMLInputElement>(null)
	const password = useRef<HTMLInputElement>(null)

	async function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault()
		if (busy) return
		const typed = address.current?.value ?? ''
		onEmail(typed)
		setBusy(true)
		const result = await signUp({
			displayName: displayName.current?.value.trim() ?? '',
			email: typed.trim(),
			password: password.current?.value ?? '',
			target,
		})
		setBusy(false)
		setOutcome(result)
		if (result.kind === 'check-mail') onCheckMail()
		if (result.kind === 'weak-password') password.current?.select()
	}

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
				ref={displayName}
				label="Display Name"
				name="display_name"
				autoComplete="name"
				placeholder="Enter your display name"
				maxLength={80}
				pattern=".*\S.*"
				title="Enter a name"
				required
			/>
			<Field
				ref={address}
				label="Email"
				name="email"
				type="email"
				autoComplete="email"
				placeholder="Enter your email"
				required
				// Not controlled: what was typed before the page came alive stays.
				defaultValue={email}
				onChange={(event) => onEmail(event.target.value)}
				aria-invalid={outcome?.kind === 'exists' || undefined}
			/>
			<NewPasswordField
				ref={password}
				placeholder={`Create a password (min ${passwordMinLength()} characters)`}
				error={outcome?.kind === 'weak-password' ? outcome.words : undefined}
			/>
			<Button type="submit" aria-disabled={busy || undefined}>
				{busy ? 'Creating account...' : 'Sign Up'}
			</Button>
			{outcome?.kind === 'exists' ? (
				<div className="grid gap-3 border-l-2 border-marker pl-4">
					<p>There’s already an account with this address. Sign in with your password.</p>
					<Button type="button" variant="secondary" onClick={onSignInInstead}>
						Sign in instead
					</Button>
				</div>
			) : null}
		</form>
	)
}
