import { useEffect, useId, useRef, useState } from 'react'
import { durationInWords, emailCodeMinutes } from '#shared/email-rules.ts'
import { useAuth } from '#web/session/auth-provider.tsx'
import { CodeField, digitsOf } from '#web/session/code-field.tsx'
import { PasswordField } from '#web/session/password-field.tsx'
import { useSubmit } from '#web/session/use-submit.ts'
import { hasPassword } from '#web/session/user-facts.ts'
import { Button } from '#web/ui/button.tsx'
import { mailCode } from './mail-code.ts'
import { proveAgain } from './prove-again.ts'

interface ProofFormProps {
	onProved: () => Promise<unknown>
	onCancel: () => void
}

/** The current password, or a code from the mailbox: either shows that it is still the account's owner. */
export function ProofForm({ onProved, onCancel }: ProofFormProps) {
	const { user } = useAuth()
	const [means, setMeans] = useState<'password' | 'code'>(
		user !== null && hasPassword(user) ? 'password' : 'code',
	)
	const [codeSent, setCodeSent] = useState(false)
	const [error, setError] = useState<string | null>(null)
	const id = useId()
	const form = useRef<HTMLFormElement>(null)
	// It stands where nothing was: whoever cannot see that is brought here.
	useEffect(() => form.current?.querySelector('input')?.focus(), [])

	const { busy, onSubmit } = useSubmit(async (field) => {
		const refused = await proveAgain(
			means === 'password' ? { current_password: field('password') } : { nonce: digitsOf(field('code')) },
		)
		setError(refused)
		if (refused === null) await onProved()
		else form.current?.querySelector('input')?.select()
	})
	async function sendCode() {
		if (await mailCode()) setCodeSent(true)
		setMeans('code')
	}

	return (
		<form
			ref={form}
			method="post"
			aria-labelledby={id}
			onSubmit={onSubmit}
			onChange={() => setError(null)}
			className="grid w-full gap-4 border-l-2 border-marker pl-5"
		>
			<div>
				<h3 id={id} className="font-display font-semibold">
					Confirm it’s you
				</h3>
				<p className="margin-note">You signed in a while ago, so we need to check first.</p>
			</div>
			{means === 'password' ? (
				<PasswordField
					key="password"
					label="Current password"
					autoComplete="current-password"
					error={error}
				/>
			) : (
				<CodeField
					key="code"
					label="Code from your email"
					hint={
						codeSent
							? `Sent to ${user?.email}. It expires in ${durationInWords(emailCodeMinutes)}.`
							: 'Ask us to send it first.'
					}
					error={error}
				/>
			)}
			<div className="flex flex-wrap gap-3">
				<Button type="submit" size="small" aria-disabled={busy || undefined}>
					{busy ? 'Checking...' : 'Continue'}
				</Button>
				{codeSent ? null : (
					<Button size="small" variant="secondary" onClick={sendCode}>
						{means === 'password' ? 'Email me a code instead' : 'Email me the code'}
					</Button>
				)}
				<Button size="small" variant="quiet" onClick={onCancel}>
					Cancel
				</Button>
			</div>
		</form>
	)
}
