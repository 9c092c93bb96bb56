import { pageMeta } from '#web/head/page-meta.ts'
import { StopEmails } from '#web/session/stop-emails.tsx'

export function meta() {
	return pageMeta({
		title: 'Stop emails about new editions',
		description: 'Tell us not to email you about new editions.',
		path: '/editions/stop',
		indexed: false,
	})
}

export default function EditionStopPage() {
	return (
		<StopEmails
			action="stop-edition-notices"
			question="Stop emails about new editions?"
			consequence="Press the button, and we won’t email you about new editions of your guides. You’ll still get receipts and emails about your account."
			done={{
				title: 'We won’t email you about editions',
				text: 'You get no more emails about new editions. They’re still free, under your guides, where you can also ask for the emails again.',
			}}
			unknown="Or the account has been deleted, and then it gets no emails."
		/>
	)
}
