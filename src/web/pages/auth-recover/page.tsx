import { useState } from 'react'
import { recoveryLinkMinutes } from '#shared/message-rules.ts'
import { durationInWords } from '#shared/wording.ts'
import { pageMeta } from '#web/head/page-meta.ts'
import { EmailStep } from '#web/session/email-step.tsx'
import { FocusedHeading } from '#web/session/narrow-page.tsx'
import { requestRecovery } from '#web/session/request-email.ts'
import { ResendButton } from '#web/session/resend-button.tsx'
import { stepPath, targetOf } from '#web/session/sign-in-paths.ts'
import { StepAside } from '#web/session/step-aside.tsx'
import { stepData } from '#web/session/step-data.server.ts'
import { StepPage } from '#web/session/step-page.tsx'
import { useQuery } from '#web/session/use-in-browser.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'

export { shouldRevalidate } from '#web/site/keep-data.ts'

export function loader() {
	return stepData()
}

export function meta() {
	return pageMeta({
		title: 'Forgotten password',
		description: 'Get a link by email and choose a new password.',
		path: '/auth/recover',
		indexed: false,
	})
}

/** Requests a new password. The page looks the same whether or not the address has an account. */
export default function RecoverPage() {
	const target = targetOf(useQuery())
	const [sentTo, setSentTo] = useState<string | null>(null)
	const [again, setAgain] = useState(false)

	async function send(email: string) {
		if ((await requestRecovery(email, target)) === 'sent') setSentTo(email)
	}

	function askAgain() {
		setSentTo(null)
		setAgain(true)
	}

	if (sentTo === null) {
		return (
			<StepPage target={target} aside={<StepAside notes={notes} />}>
				<h1 className="text-title">Forgotten your password?</h1>
				<p>Enter your email address, and we’ll send you a link to choose a new one.</p>
				<EmailStep button="Email me a link" busyLabel="Sending..." onEmail={send} autoFocus={again} />
				<ButtonLink to={stepPath('/auth', target)} variant="quiet" size="small" className="-ml-4">
					Back to sign in
				</ButtonLink>
			</StepPage>
		)
	}
	return (
		<StepPage target={target} aside={<StepAside notes={[]} />}>
			<FocusedHeading>Check your email</FocusedHeading>
			<p className="wrap-anywhere">
				If <strong className="font-display">{sentTo}</strong> has an account, a link to choose a new password
				is on its way. You can use it once, within {durationInWords(recoveryLinkMinutes)}.
			</p>
			<p>No email after a minute? Check your spam folder, then send it again.</p>
			<div className="flex flex-wrap gap-3">
				<ResendButton
					send={() => requestRecovery(sentTo, target)}
					sentMessage={`If ${sentTo} has an account, a new link is on its way.`}
					justSent
				/>
				<Button variant="quiet" onClick={askAgain} className="max-sm:-ml-5">
					Use another address
				</Button>
			</div>
		</StepPage>
	)
}

const notes = [
	'Asking for the link changes nothing. Once you’ve used it, your old password stops working, any passkeys are removed and every other device is signed out.',
]
