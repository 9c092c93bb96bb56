import { Tabs } from 'radix-ui'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { pageMeta } from '#web/head/page-meta.ts'
import { useAuth } from '#web/session/auth-provider.tsx'
import { NarrowPage } from '#web/session/narrow-page.tsx'
import { safeRedirect } from '#web/session/safe-redirect.ts'
import { useQuery } from '#web/session/use-query.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { CheckYourMail } from './check-your-mail.tsx'
import { ContinueWithGoogle } from './continue-with-google.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

export function meta() {
	return pageMeta({
		title: 'Sign in',
		description: 'Sign in or create an account to take free guides and fetch what you have bought.',
		path: '/auth',
		indexed: false,
	})
}

/** Signing in and signing up. A visitor who is signed in already goes straight on to where they were going. */
export default function AuthPage() {
	const { user } = useAuth()
	const navigate = useNavigate()
	const query = useQuery()
	const target = safeRedirect(query?.get('redirect'), query?.get('session_id'))
	const signedIn = user !== null && query !== null
	const [tab, setTab] = useState<'sign-in' | 'sign-up'>('sign-in')
	const [email, setEmail] = useState('')
	const [checkMail, setCheckMail] = useState(false)

	useEffect(() => {
		if (signedIn) void navigate(target, { replace: true })
	}, [signedIn, target, navigate])

	if (checkMail) {
		return (
			<NarrowPage>
				<CheckYourMail email={email.trim()} target={target} onBack={() => setCheckMail(false)} />
			</NarrowPage>
		)
	}
	const form = { email, onEmail: setEmail, target }
	return (
		<NarrowPage notes={notes}>
			<h1 className="text-title">{tab === 'sign-in' ? 'Sign in' : 'Create your account'}</h1>
			<Tabs.Root value={tab} onValueChange={(next) => setTab(next === 'sign-up' ? 'sign-up' : 'sign-in')} className="grid w-full gap-6">
				<Tabs.List aria-label="Sign in or sign up" className="flex gap-6 border-b border-rule">
					<Tabs.Trigger value="sign-in" className={tabClass}>
						Sign In
					</Tabs.Trigger>
					<Tabs.Trigger value="sign-up" className={tabClass}>
						Sign Up
					</Tabs.Trigger>
				</Tabs.List>
				<Tabs.Content value="sign-in">
					<SignInForm {...form} />
				</Tabs.Content>
				<Tabs.Content value="sign-up">
					<SignUpForm {...form} onCheckMail={() => setCheckMail(true)} onSignInInstead={() => setTab('sign-in')} />
				</Tabs.Content>
			</Tabs.Root>
			<ContinueWithGoogle />
			<ButtonLink to="/" variant="quiet" size="small" className="-ml-4">
				Back to home
			</ButtonLink>
		</NarrowPage>
	)
}

const notes = [
	'An account keeps your guides, free and bought, to fetch again on any device.',
	'We write to you to confirm your address and to send receipts, and for nothing else.',
	'Cards are paid on the payment provider’s own page. Your card number never reaches us.',
]

const tabClass =
	'min-h-11 -mb-px border-b-2 border-transparent font-semibold text-soft data-[state=active]:border-press data-[state=active]:text-ink'
