import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { pageMeta } from '#web/head/page-meta.ts'
import { useAuth } from '#web/session/auth-provider.tsx'
import { EmailStep } from '#web/session/email-step.tsx'
import { requestLink } from '#web/session/request-email.ts'
import { stepPath, targetOf } from '#web/session/sign-in-paths.ts'
import { StepAside } from '#web/session/step-aside.tsx'
import { stepData } from '#web/session/step-data.server.ts'
import { StepPage } from '#web/session/step-page.tsx'
import { useQuery } from '#web/session/use-in-browser.ts'
import { withdrawGoAhead } from '#web/shop/go-ahead.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { CodeStep } from './code-step.tsx'

export { shouldRevalidate } from '#web/site/keep-data.ts'

export function loader() {
	return stepData()
}

export function meta() {
	return pageMeta({
		title: 'Sign in by email',
		description: 'Sign in with a link or a code from your mailbox, without a password.',
		path: '/auth/link',
		indexed: false,
	})
}

/** Signs in by email, with a link or with a code. */
export default function LinkPage() {
	const { user, secondStepMissing } = useAuth()
	const navigate = useNavigate()
	const query = useQuery()
	const target = targetOf(query)
	const [sentTo, setSentTo] = useState<string | null>(null)
	const [again, setAgain] = useState(false)
	const tryingCode = useRef(false)
	// The visitor is signed in by the code here, or by the link in another tab.
	const next = user !== null ? target : secondStepMissing ? stepPath('/auth/second-step', target) : null

	useEffect(() => {
		if (query === null || next === null) return
		// Only the tab in which the emailed link was opened continues with the waiting guide.
		if (sentTo !== null && !tryingCode.current) withdrawGoAhead()
		void navigate(next, { replace: true })
	}, [query, next, sentTo, navigate])

	async function send(email: string) {
		if ((await requestLink(email, target)) === 'sent') setSentTo(email)
	}

	function askAgain() {
		setSentTo(null)
		setAgain(true)
	}

	if (sentTo !== null) {
		return (
			<StepPage target={target} aside={<StepAside notes={[]} />}>
				<CodeStep
					email={sentTo}
					target={target}
					onTrying={(trying) => {
						tryingCode.current = trying
					}}
					onBack={askAgain}
				/>
			</StepPage>
		)
	}
	return (
		<StepPage target={target} aside={<StepAside notes={notes} />}>
			<h1 className="text-title">Sign in by email</h1>
			<p>No password needed. We’ll email you a link, and a code you can type here if that’s easier.</p>
			<EmailStep button="Email me a link" busyLabel="Sending..." onEmail={send} autoFocus={again} />
			<ButtonLink to={stepPath('/auth', target)} variant="quiet" size="small" className="-ml-4">
				Sign in with a password
			</ButtonLink>
		</StepPage>
	)
}

const notes = [
	'On a shared computer? Read the code on your phone and type it here.',
	'New here? Create an account first. You’ll need a name, an email address and a password.',
]
