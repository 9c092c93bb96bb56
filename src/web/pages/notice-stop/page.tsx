import { stopLinks } from '#shared/stop-links.ts'
import { pageMeta } from '#web/head/page-meta.ts'
import { StopEmails } from '#web/session/stop-emails.tsx'

export function meta() {
	return pageMeta({
		title: 'Stop emails about releases',
		description: 'Tell us not to email you when guides come out.',
		path: stopLinks.releases.page,
		indexed: false,
	})
}

export default function NoticeStopPage() {
	return (
		<StopEmails
			kind="releases"
			notes={[
				'You don’t need an account for this. The link works for the address it was sent to, and for no other.',
			]}
			question="Stop emails about releases?"
			consequence="Press the button, and you’re off the list for every guide you asked about. It takes effect at once. You’ll still get receipts and emails about your account, if you have one."
			done={{
				title: 'You’re off the list',
				text: 'We won’t tell you about releases any more, and we’ll delete your address from the list in a day. If you have an account, it stays as it is.',
			}}
			unknown="Or your email address is off the list already, so you get no more of these emails."
		/>
	)
}
