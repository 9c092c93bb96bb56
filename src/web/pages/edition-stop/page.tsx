import { stopLinks } from '#shared/stop-links.ts'
import { pageMeta } from '#web/head/page-meta.ts'
import { StopEmails } from '#web/session/stop-emails.tsx'

export function meta() {
	return pageMeta({
		title: 'Stop emails about new editions',
		description: 'Tell us not to email you about new editions.',
		path: stopLinks.editions.page,
		indexed: false,
	})
}

export default function EditionStopPage() {
	return (
		<StopEmails
			kind="editions"
			question="Stop emails about new editions?"
			consequence="Press the button, and we won’t email you about new editions of your guides. You’ll still get receipts and emails about your account."
			done={{
				title: 'We won’t email you about new editions',
				text: 'New editions are still free for you. You’ll find them under your guides, where you can also switch these emails on again.',
			}}
			unknown="Or the account has been deleted, so it gets no emails any more."
		/>
	)
}
