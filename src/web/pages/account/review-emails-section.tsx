import type { User } from '@supabase/supabase-js'
import { EmailChoice } from './email-choice.tsx'

/** Lets a user opt out of the emails that ask for reviews, even before the first one, and opt in again. */
export function ReviewEmailsSection({ user }: { user: User }) {
	return (
		<EmailChoice
			id="review-emails"
			title="Emails about reviews"
			note="You don’t have to get these."
			label="Ask me what I think of a guide I have"
			isOn={user.user_metadata.no_review_requests !== true}
			stored={(on) => ({ no_review_requests: !on })}
			says={(on) => (on ? 'We’ll ask you once about each guide.' : 'We won’t ask you for reviews.')}
		>
			One email for each guide, a week after you got it at the earliest. Receipts and emails about your
			account always come.
		</EmailChoice>
	)
}
