import { useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '#admin/api/api-error.ts'
import { auth } from '#admin/session/auth-client.ts'
import { checkSession } from '#admin/session/session.ts'
import { GateFrame } from '#admin/sign-in/gate.tsx'
import { messageFor } from '#admin/sign-in/messages.ts'
import {
	acceptInvitation,
	type Invitation,
	readInvitation,
	tokenInAddress,
} from '#admin/sign-in/staff-links.ts'
import { TakeStep } from '#admin/sign-in/take-step.tsx'
import { Failed, Loading } from '#admin/ui/states.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { useForm } from '#web/ui/use-form.ts'

/** Accepts an invitation with a new account, or with the existing account of the invited address. */
export function InvitationPage() {
	const navigate = useNavigate()
	const [token] = useState(tokenInAddress)
	const [invitation, setInvitation] = useState<Invitation>()
	const [error, setError] = useState<ApiError>()
	const [needsStep, setNeedsStep] = useState(false)

	useEffect(() => {
		readInvitation(token).then(setInvitation, (failure: unknown) => {
			if (!(failure instanceof ApiError)) throw failure
			setError(failure)
		})
	}, [token])

	const accept = useCallback(
		async (password?: string): Promise<ApiError | undefined> => {
			try {
				await acceptInvitation(token, password)
			} catch (failure) {
				if (!(failure instanceof ApiError)) throw failure
				return failure
			}
			await checkSession()
			void navigate('/', { replace: true })
			return undefined
		},
		[token, navigate],
	)

	if (error !== undefined)
		return (
			<GateFrame title="This invitation doesn’t work">
				<Failed error={error} />
			</GateFrame>
		)
	if (invitation === undefined)
		return (
			<GateFrame title="Your invitation">
				<Loading />
			</GateFrame>
		)
	if (needsStep)
		return (
			<GateFrame title="One more step">
				<TakeStep onTaken={() => void accept().then(setError)} />
			</GateFrame>
		)
	const { email, hasAccount } = invitation
	return (
		<GateFrame title="Join the shop’s admin">
			<p>
				You’ve been invited as {invitation.role === 'helper' ? 'a' : 'an'} <strong>{invitation.role}</strong>{' '}
				with the address <strong className="wrap-anywhere">{email}</strong>.{' '}
				{hasAccount
					? 'Sign in with the account you have at the shop to accept.'
					: 'Choose a password to accept. You’ll have an account at the shop, too.'}
			</p>
			{hasAccount ? (
				<PasswordForm
					email={email}
					isNew={false}
					label="Sign in and accept"
					busyLabel="Signing in …"
					onSubmit={async (password) => {
						const { error: failed } = await auth.signInWithPassword({ email, password })
						if (failed !== null) return messageFor(failed)
						const refusal = await accept()
						if (refusal?.code !== 'insufficient_aal') return refusal?.message
						setNeedsStep(true)
						return undefined
					}}
				/>
			) : (
				<PasswordForm
					email={email}
					isNew={true}
					label="Accept"
					busyLabel="Accepting …"
					onSubmit={async (password) => (await accept(password))?.message}
				/>
			)}
		</GateFrame>
	)
}

interface PasswordFormProps {
	email: string
	isNew: boolean
	label: string
	busyLabel: string
	/** Returns what is wrong with the password; undefined if nothing is. */
	onSubmit: (password: string) => Promise<string | undefined>
}

function PasswordForm({ email, isNew, label, busyLabel, onSubmit }: PasswordFormProps) {
	const { busy, errors, form } = useForm(async ({ field, refuse }) => {
		const wrong = await onSubmit(field('password'))
		if (wrong !== undefined) refuse({ password: wrong })
	})
	return (
		<form {...form} className="grid gap-5">
			<input type="hidden" name="email" value={email} autoComplete="username" />
			<Field
				label={isNew ? 'New password' : 'Password'}
				name="password"
				type="password"
				autoComplete={isNew ? 'new-password' : 'current-password'}
				required
				autoFocus
				error={errors.password}
			/>
			<Button type="submit" aria-disabled={busy || undefined}>
				{busy ? busyLabel : label}
			</Button>
		</form>
	)
}
