import { useEffect, useRef, useState } from 'react'
import { href, Link } from 'react-router'
import { CodeField } from '#web/session/fields.tsx'
import { signOutHere } from '#web/session/sign-out.ts'
import { toastWelcome } from '#web/session/toasts.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { useForm } from '#web/ui/use-form.ts'
import { verifySecondStep } from './verify-second-step.ts'

interface SecondStepFormProps {
	/** Whether it is known that the second step is missing. */
	ready: boolean
	/** Whether the visitor is on the way to a new password. */
	recovering: boolean
}

/** Asks for a code from the app, or for a recovery code instead. */
export function SecondStepForm({ ready, recovering }: SecondStepFormProps) {
	const [means, setMeans] = useState<'app' | 'recovery'>('app')
	const input = useRef<HTMLInputElement>(null)
	// Every page takes the focus on arrival. This field takes it from there, because it is the only thing to do.
	useEffect(() => input.current?.focus(), [])
	const { busy, errors, form } = useForm(async ({ field, refuse }) => {
		const name = means === 'app' ? 'code' : 'recovery-code'
		const outcome = await verifySecondStep(means, field(name))
		if (outcome.kind === 'taken') toastWelcome()
		else refuse({ [name]: outcome.message })
	})

	function change() {
		setMeans(means === 'app' ? 'recovery' : 'app')
		input.current?.focus()
	}

	return (
		<>
			<form {...form} className="grid w-full max-w-sm gap-5">
				{means === 'app' ? (
					<CodeField
						key="app"
						ref={input}
						autoFocus
						label="Code from your authenticator app"
						hint="Six digits, under “Headstart”."
						error={errors.code}
					/>
				) : (
					<Field
						key="recovery"
						ref={input}
						autoFocus
						label="Recovery code"
						name="recovery-code"
						autoComplete="off"
						autoCapitalize="none"
						spellCheck={false}
						maxLength={40}
						required
						hint="One of the codes you saved when you set this up. Each can be used once."
						error={errors['recovery-code']}
					/>
				)}
				<Button type="submit" disabled={!ready} aria-disabled={busy || undefined}>
					{busy ? 'Checking...' : 'Continue'}
				</Button>
			</form>
			<div className="grid justify-items-start gap-1">
				<Button variant="quiet" size="small" onClick={change} className="-ml-4">
					{means === 'app' ? 'Use a recovery code instead' : 'Use my app instead'}
				</Button>
				<Button variant="quiet" size="small" onClick={signOutHere} className="-ml-4">
					Sign in with a different account
				</Button>
			</div>
			{recovering ? (
				<p className="border-l-2 border-marker pl-4">
					Not your app? If two-step verification was switched on less than seven days ago, it’s switched off a
					day after a recovery. We’ve emailed you when, and how to stop it. Then ask for a new link.
				</p>
			) : null}
			<p className="margin-note">
				Lost both?{' '}
				<Link to={href('/contact')} className="link">
					Write to us
				</Link>{' '}
				from your account’s email address. Your guides are safe in the meantime.
			</p>
		</>
	)
}
