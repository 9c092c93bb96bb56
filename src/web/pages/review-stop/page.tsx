import { stopLinks } from '#shared/stop-links.ts'
import { pageMeta } from '#web/head/page-meta.ts'
import { StopEmails } from '#web/session/stop-emails.tsx'

export function meta() {
	return pageMeta({
		title: 'Stop emails about reviews',
		description: 'Tell us not to ask you for reviews.',
		path: stopLinks.reviews.page,
		indexed: false,
	})
}

export default function ReviewStopPage() {
	return (
		<StopEmails
			kind="reviews"
			question="Stop emails about reviews?"
			consequence="Press the button, and we won’t ask you to review a guide again. You’ll still get receipts and emails about your account."
			done={{
				title: 'We won’t ask you again',
				text: 'You can still write a review whenever you like, on the page of any guide you have. To be asked again, switch these emails on in your account.',
			}}
			unknown="Or the account has been deleted, so it gets no emails any more."
		/>
	)
}
