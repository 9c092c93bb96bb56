import { useEffect, useId, useRef, useState } from 'react'
import { emailCodeMinutes } from '#shared/message-rules.ts'
import { durationInWords } from '#shared/wording.ts'
import { useAuth } from '#web/session/auth-provider.tsx'
import { CodeField, PasswordField } from '#web/session/fields.tsx'
import { hasPassword } from '#web/session/read-session.ts'
import { requestCode } from '#web/session/request-email.ts'
import { Button } from '#web/ui/button.tsx'
import { unreachableMessage } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/use-form.ts'
import { callAccount } from './account-call.ts'

interface ProofFormProps {
	onSuccess: () => Promise<unknown>
	onCancel: () => void
}

/** Asks for the current password or a code. A user without an email address gets the code as a text message. */
export default function ReauthenticationForm({ onSuccess, onCancel }: ProofFormProps) {
	const { user } = useAuth()
	const byText = !user?.email && Boolean(user?.phone)
	const [means, setMeans] = useState<'password' | 'code'>(
		user !== null && hasPassword(user) ? 'password' : 'code',
	)
	const [codeSent, setCodeSent] = useState(false)
	const id = useId()
	const element = useRef<HTMLFormElement>(null)
	// Takes the focus, so that screen readers notice the new form.
	useEffect(() => element.current?.querySelector('input')?.focus(), [])

	const { busy, errors, form } = useForm(async ({ field, refuse }) => {
		const refused = await reauthenticate(
			means === 'password' ? { current_password: field('password') } : { nonce: field('code') },
		)
		if (refused === null) await onSuccess()
		else refuse({ [means]: refused })
	})
	async function sendCode() {
		if (await requestCode()) setCodeSent(true)
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
					label={byText ? 'Code from the text' : 'Code from your email'}
					hint={
						codeSent
							? `Sent to ${byText ? `+${user?.phone}` : user?.email}. It expires in ${durationInWords(emailCodeMinutes)}.`
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
						{byText ? 'Text me' : 'Email me'} {means === 'password' ? 'a code instead' : 'the code'}
					</Button>
				)}
				<Button size="small" variant="quiet" onClick={onCancel}>
					Cancel
				</Button>
			</div>
		</form>
	)
}

/** Reauthenticates with a password or a code. Returns the error for the field, or null if the server accepts it. */
async function reauthenticate(
	proof: { current_password: string } | { nonce: string },
): Promise<string | null> {
	const answer = await callAccount('proof', proof)
	if (answer.kind === 'done') return null
	if (answer.kind === 'stale') return 'That didn’t work. Please try again.'
	if (answer.failure.unreachable) return unreachableMessage
	switch (answer.code) {
		case 'current_password_invalid':
			return 'That isn’t your current password.'
		case 'reauthentication_not_valid':
			return 'That code isn’t valid, or has expired.'
		case 'over_request_rate_limit':
			return 'Too many attempts. Wait a while, or sign out and in again.'
		default:
			return 'That didn’t work. Please try again in a moment.'
	}
}
