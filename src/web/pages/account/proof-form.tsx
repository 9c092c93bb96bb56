import { useEffect, useId, useRef, useState } from 'react'
import { durationInWords, emailCodeMinutes } from '#shared/email-rules.ts'
import { useAuth } from '#web/session/auth-provider.tsx'
import { CodeField, digitsOf } from '#web/session/code-field.tsx'
import { PasswordField } from '#web/session/password-field.tsx'
import { hasPassword } from '#web/session/user-facts.ts'
import { Button } from '#web/ui/button.tsx'
import { useForm } from '#web/ui/use-form.ts'
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
	const id = useId()
	const element = useRef<HTMLFormElement>(null)
	// It stands where nothing was: whoever cannot see that is brought here.
	useEffect(() => element.current?.querySelector('input')?.focus(), [])

	const { busy, errors, form } = useForm(async ({ field, refuse }) => {
		const refused = await proveAgain(
			means === 'password' ? { current_password: field('password') } : { nonce: digitsOf(field('code')) },
		)
		if (refused === null) await onProved()
		else refuse({ [means]: refused })
	})
	async function sendCode() {
		if (await mailCode()) setCodeSent(true)
		setMeans('code')
	}

	return (
		<form
			{...form}
			ref={element}
			aria-labelledby={id}
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
					error={errors.password}
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
					error={errors.code}
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
