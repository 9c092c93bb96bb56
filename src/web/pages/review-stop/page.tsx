import { pageMeta } from '#web/head/page-meta.ts'
import { StopEmails } from '#web/session/stop-emails.tsx'

export function meta() {
	return pageMeta({
		title: 'Stop emails about reviews',
		description: 'Tell us not to ask you for reviews.',
		path: '/reviews/stop',
		indexed: false,
	})
}

export default function ReviewStopPage() {
	return (
		<StopEmails
			action="stop-review-requests"
			question="Stop emails about reviews?"
			consequence="Press the button, and we won’t ask you for a review again, of any guide. You’ll still get receipts and emails about your account."
			done={{
				title: 'We won’t ask you again',
				text: 'You get no more emails that ask for a review. You can still write one whenever you like, on the page of any guide you have. To be asked again, switch it on in your account.',
			}}
			unknown="Or the account has been deleted, and then it gets no emails."
		/>
	)
}
