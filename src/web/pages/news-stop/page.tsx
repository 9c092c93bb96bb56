import { stopLinks } from '#shared/stop-links.ts'
import { pageMeta } from '#web/head/page-meta.ts'
import { StopEmails } from '#web/session/stop-emails.tsx'

export function meta() {
	return pageMeta({
		title: 'Stop emails about new guides',
		description: 'Tell us not to email you about new guides.',
		path: stopLinks.news.page,
		indexed: false,
	})
}

export default function NewsStopPage() {
	return (
		<StopEmails
			kind="news"
			question="Stop emails about new guides?"
			consequence="Press the button, and we won’t email you about new guides. You’ll still get receipts and emails about your account."
			done={{
				title: 'We won’t email you about new guides',
				text: 'Changed your mind? You can switch these emails on again on your account page.',
			}}
			unknown="Or the account has been deleted, so it gets no emails any more."
		/>
	)
}
