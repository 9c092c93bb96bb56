import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { pageMeta } from '#web/head/page-meta.ts'
import { useAuth } from '#web/session/auth-provider.tsx'
import { DisplayNameField, NewPasswordField } from '#web/session/fields.tsx'
import { type PasswordReason, passwordReason } from '#web/session/read-session.ts'
import { setPassword } from '#web/session/set-password.ts'
import { recoveryStepPath, stepPath, targetOf } from '#web/session/sign-in-paths.ts'
import { StepAside } from '#web/session/step-aside.tsx'
import { stepData } from '#web/session/step-data.server.ts'
import { StepPage } from '#web/session/step-page.tsx'
import { useQuery } from '#web/session/use-in-browser.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/use-form.ts'

export { shouldRevalidate } from '#web/site/keep-data.ts'

export function loader() {
	return stepData()
}

export function meta() {
	return pageMeta({
		title: 'New password',
		description: 'Choose the password of your account.',
		path: '/auth/new-password',
		indexed: false,
	})
}

/** Sets a password, after a recovery link or after confirming a sign-up in a different browser. */
export default function NewPasswordPage() {
	const { user, session, loading, secondStepMissing } = useAuth()
	const navigate = useNavigate()
	const query = useQuery()
	const target = targetOf(query)
	const reason = session === null ? 'change' : passwordReason(session)
	const texts = passwordTexts[reason]
	const name: unknown = user?.user_metadata.display_name
	const next = secondStepMissing
		? recoveryStepPath(target)
		: !loading && user === null
			? stepPath('/auth/recover', target)
			: null

	useEffect(() => {
		if (query !== null && next !== null) void navigate(next, { replace: true })
	}, [query, next, navigate])

	const { busy, errors, form } = useForm(async ({ field, refuse }) => {
		const outcome = await setPassword({
			password: field('password'),
			displayName: field('display_name'),
		})
		if (outcome.kind === 'refused') refuse({ password: outcome.message })
		if (outcome.kind === 'stale')
			refuse({ stale: 'It’s been a while since you opened the link. Please ask for a new one.' })
		if (outcome.kind !== 'set') return
		toast.success('Your password is set', {
			description: texts.done,
		})
		void navigate(target, { replace: true })
	})

	return (
		<StepPage target={target} when="After this step" aside={<StepAside notes={notes} />}>
			<h1 className="text-title">{texts.title}</h1>
			<p>{texts.text}</p>
			<form {...form} className="grid w-full gap-5">
				{/* Tells password managers which account this is. */}
				<input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} />
				{reason === 'unproved-sign-up' ? (
					<DisplayNameField defaultValue={typeof name === 'string' ? name : ''} />
				) : null}
				<NewPasswordField
					label="New password"
					advice="A short sentence is strong and easy to remember."
					error={errors.password}
				/>
				<Button type="submit" disabled={user === null} aria-disabled={busy || undefined}>
					{busy ? 'Saving...' : 'Set password'}
				</Button>
			</form>
			{errors.stale ? (
				<div role="alert" className="grid justify-items-start gap-3 border-l-2 border-marker pl-4">
					<p>{errors.stale}</p>
					<ButtonLink to={stepPath('/auth/recover', target)} variant="secondary">
						Ask for a new link
					</ButtonLink>
				</div>
			) : null}
			{texts.leaving === null ? null : (
				<div className="grid gap-1">
					<ButtonLink to={target} variant="quiet" size="small" className="-ml-4 justify-self-start">
						Not now
					</ButtonLink>
					<p className="margin-note">{texts.leaving}</p>
				</div>
			)}
		</StepPage>
	)
}

const notes = [
	'You can set a new password at any time: press “Forgotten your password?” on the sign-in page.',
	'Nobody from the shop will ever ask you for your password.',
]

interface PasswordTexts {
	title: string
	text: string
	/** Says what happens if the visitor leaves without setting a password; null if nothing happens. */
	leaving: string | null
	/** The toast once the password is set. */
	done: string
}

const signedOutElsewhere = 'Every other device has been signed out.'

const passwordTexts: Readonly<Record<PasswordReason, PasswordTexts>> = {
	recovery: {
		title: 'Set a new password',
		text: 'Your old password no longer works, any passkeys have been removed, and every other device has been signed out. Choose the password you’ll use from now on.',
		leaving:
			'You’ll stay signed in on this device, but your account has no password until you set one. To sign in anywhere else, you’ll need another link by email.',
		done: signedOutElsewhere,
	},
	'unproved-sign-up': {
		title: 'Choose a password',
		text: 'Your address is confirmed and you’re signed in. You opened the link in a different browser from the one you signed up in, so we can’t tell whether the name and password entered there are yours. Check the name, and choose a password here. You can use the same one again.',
		leaving:
			'The password you signed up with doesn’t work yet. Until you choose one here, you can sign in by email.',
		done: 'You can sign in with it from now on.',
	},
	first: {
		title: 'Choose a password',
		text: 'You’re signed in. With a password you can sign in on any device.',
		leaving: 'You can keep signing in the way you did today.',
		done: 'You can sign in with it from now on.',
	},
	change: {
		title: 'Set a new password',
		text: 'Choose the password you’ll use from now on. Every other device will be signed out.',
		leaving: null,
		done: signedOutElsewhere,
	},
}
