import { useEffect, useState } from 'react'
import { href, useNavigate } from 'react-router'
import { pageMeta } from '#web/head/page-meta.ts'
import { useAuth } from '#web/session/auth-provider.tsx'
import { NarrowPage, NeedsScripts } from '#web/session/narrow-page.tsx'
import { stepPath, targetOf } from '#web/session/sign-in-paths.ts'
import { useQuery } from '#web/session/use-query.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { focusContent } from '#web/ui/focus.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { CheckYourEmail } from './check-your-email.tsx'
import { ContinueWithGoogle } from './continue-with-google.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

export function meta() {
	return pageMeta({
		title: 'Sign in',
		description:
			'Sign in to Headstart or create your account: take the free guides, buy the paid ones, and download what you own on any device.',
		path: '/auth',
		indexed: false,
	})
}

/** Signs in or signs up. A visitor who is already signed in goes straight to where they were going. */
export default function AuthPage() {
	const { user, secondStepMissing } = useAuth()
	const navigate = useNavigate()
	const query = useQuery()
	const target = targetOf(query)
	const signedIn = user !== null && query !== null
	const halfway = secondStepMissing && query !== null
	const [tab, setTab] = useState<'sign-in' | 'sign-up'>('sign-in')
	const [email, setEmail] = useState('')
	const [emailSent, setEmailSent] = useState(false)
	const [sentBack, setSentBack] = useState(false)

	useEffect(() => {
		if (signedIn) void navigate(target, { replace: true })
		else if (halfway) void navigate(stepPath('/auth/second-step', target), { replace: true })
	}, [signedIn, halfway, target, navigate])

	function signInInstead() {
		setSentBack(true)
		setTab('sign-in')
	}

	function correctAddress() {
		setEmailSent(false)
		focusContent()
	}

	if (emailSent) {
		return (
			<NarrowPage>
				<CheckYourEmail email={email.trim()} target={target} onBack={correctAddress} />
			</NarrowPage>
		)
	}
	const form = { email, onEmail: setEmail, target }
	return (
		<NarrowPage notes={notes}>
			<h1 className="text-title">{tab === 'sign-in' ? 'Sign in' : 'Create your account'}</h1>
			<NeedsScripts />
			<div className="grid w-full gap-6">
				<Tabs
					label="Sign in or sign up"
					value={tab}
					onValueChange={setTab}
					tabs={[
						{
							value: 'sign-in',
							label: 'Sign In',
							panel: <SignInForm {...form} startAtPassword={sentBack} />,
						},
						{
							value: 'sign-up',
							label: 'Sign Up',
							panel: (
								<SignUpForm
									{...form}
									onEmailSent={() => setEmailSent(true)}
									onSignInInstead={signInInstead}
								/>
							),
						},
					]}
				/>
			</div>
			<ContinueWithGoogle target={target} />
			<ButtonLink to={href('/')} variant="quiet" size="small" className="-ml-4">
				Back to home
			</ButtonLink>
		</NarrowPage>
	)
}

const notes = [
	'Your account keeps your guides, free and paid, so you can download them again on any device.',
	'We only email you about your account and your purchases. No newsletters.',
	'You pay on our payment provider’s own page. Your card number never reaches us.',
]
