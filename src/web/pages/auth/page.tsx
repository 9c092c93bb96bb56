import { lazy, Suspense, useEffect, useState } from 'react'
import { href, useLocation, useNavigate } from 'react-router'
import { isWaitingPath } from '#shared/paths.ts'
import { pageMeta } from '#web/head/page-meta.ts'
import { useAuth } from '#web/session/auth-provider.tsx'
import { isInAppBrowser, openInBrowserHint } from '#web/session/in-app-browser.ts'
import { NeedsScripts } from '#web/session/narrow-page.tsx'
import { type AuthTab, stepPath, tabOf, targetOf } from '#web/session/sign-in-paths.ts'
import { StepAside, useFreeGuides } from '#web/session/step-aside.tsx'
import { stepData } from '#web/session/step-data.server.ts'
import { StepPage } from '#web/session/step-page.tsx'
import { useInBrowser, useQuery } from '#web/session/use-in-browser.ts'
import { withdrawGoAhead } from '#web/shop/go-ahead.ts'
import { shopName } from '#web/site/site-settings.ts'
import { keepsSiteData } from '#web/ui/browser-storage.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { focusContent } from '#web/ui/focus.ts'
import { orNotLoaded } from '#web/ui/later-part.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ContinueWithGoogle } from './continue-with-google.tsx'
import { OtherWays, type PhoneForm } from './other-ways.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

const loadCheckYourEmail = () => import('./check-your-email.tsx')
const CheckYourEmail = lazy(() => orNotLoaded(loadCheckYourEmail))

export { shouldRevalidate } from '#web/site/keep-data.ts'

export function loader() {
	return stepData()
}

export function meta() {
	return pageMeta({
		title: 'Sign in',
		description: `Sign in to ${shopName()} or create your account: take the free guides, buy the paid ones, and download what you own on any device.`,
		path: '/auth',
		indexed: false,
	})
}

/** The address that the visitor typed before they went on to another page, such as for a forgotten password. */
let typed = ''

/** Signs in or signs up. A visitor who is signed in already is sent on to the page that they wanted. */
export default function AuthPage() {
	// The key resets the forms when the visitor follows a link to the other form, such as one in the header.
	return <AuthForms key={useLocation().key} />
}

function AuthForms() {
	const { user, secondStepMissing } = useAuth()
	const navigate = useNavigate()
	const query = useQuery()
	const target = targetOf(query)
	const signedIn = user !== null && query !== null
	const halfway = secondStepMissing && query !== null
	const [chosen, setTab] = useState<AuthTab | null>(null)
	const tab = chosen ?? tabOf(query)
	const [email, setEmail] = useState(typed)
	/** Once the email is sent, how high the form was, so that the footer stays where it is. */
	const [heightSent, setHeightSent] = useState(0)
	const [sentBack, setSentBack] = useState(false)
	const inApp = useInBrowser(isInAppBrowser, false)
	const isKept = useInBrowser(keepsSiteData, true)
	const [Phone, setPhone] = useState<PhoneForm | null>(null)
	const freeTitles = useFreeGuides().map(({ shortTitle }) => shortTitle)

	useEffect(() => {
		// Fetched while the visitor types, and again by `lazy` if that fails.
		void loadCheckYourEmail().catch(() => undefined)
	}, [])

	useEffect(() => {
		typed = signedIn ? '' : email
	}, [signedIn, email])

	useEffect(() => {
		// Only the tab in which the emailed link was opened continues with the waiting guide.
		if (heightSent > 0 && (signedIn || halfway)) withdrawGoAhead()
		if (signedIn) void navigate(target, { replace: true, viewTransition: isWaitingPath(target) })
		else if (halfway) void navigate(stepPath('/auth/second-step', target), { replace: true })
	}, [signedIn, halfway, heightSent, target, navigate])

	function signInInstead() {
		setHeightSent(0)
		setSentBack(true)
		setTab('sign-in')
	}

	function correctAddress() {
		setHeightSent(0)
		focusContent()
	}

	if (heightSent > 0) {
		return (
			<div style={{ minHeight: heightSent }}>
				<StepPage target={target} aside={<StepAside notes={[]} />}>
					<Suspense>
						<CheckYourEmail
							email={email.trim()}
							target={target}
							onBack={correctAddress}
							onSignIn={signInInstead}
						/>
					</Suspense>
				</StepPage>
			</div>
		)
	}
	if (Phone !== null) {
		return (
			<StepPage target={target} aside={<StepAside notes={[]} />}>
				<Phone target={target} onBack={() => setPhone(null)} />
			</StepPage>
		)
	}
	const form = { email, onEmail: setEmail, target }
	return (
		<StepPage
			target={target}
			aside={<StepAside notes={notes} caption={`Free with an account: ${freeTitles.join(' and ')}.`} />}
		>
			<h1 className="auth-choice text-title">{tab === 'sign-in' ? 'Sign in' : 'Create your account'}</h1>
			<NeedsScripts />
			{isKept ? null : <p className="max-w-measure border-l-2 border-marker pl-4">{forgetfulBrowser}</p>}
			<OtherWays target={target} withGoogle={!inApp} onPhone={(form) => setPhone(() => form)} />
			<div className="auth-choice grid w-full gap-6">
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
									onEmailSent={() => setHeightSent(document.getElementById('content')?.offsetHeight ?? 1)}
									onSignInInstead={signInInstead}
								/>
							),
						},
					]}
				/>
			</div>
			{inApp ? <ContinueWithGoogle target={target} hint={openInBrowserHint} /> : null}
			<ButtonLink to={href('/')} variant="quiet" size="small" className="-ml-4">
				Back to home
			</ButtonLink>
		</StepPage>
	)
}

const forgetfulBrowser =
	'Your browser blocks cookies and site data for this site. You can sign in and buy, but it forgets you when you leave or reload a page: after paying, sign in once more, or allow them in your browser’s settings.'

const notes = [
	'Your account keeps your guides, free and paid, so you can download them again on any device.',
	'We email you about your account and your guides, and about anything else only if you ask.',
	'You pay on our payment provider’s own page. Your card number never reaches us.',
]
