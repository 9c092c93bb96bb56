import { useAuth } from '#web/session/auth-provider.tsx'
import { EmailTick } from './email-tick.tsx'

/** Lets users ask for the emails that ask for reviews. They are off until a user, of whatever way to sign up, has ticked the box. */
export function ReviewEmailsTick() {
	const { user } = useAuth()
	if (!user?.email) return null
	return (
		<EmailTick
			label="Ask me what I think of a guide I have"
			isOn={user.user_metadata.no_review_requests === false}
			stored={(on) => ({ no_review_requests: !on })}
			says={(on) => ({
				title: 'Saved',
				description: on ? 'We’ll ask you once about each guide.' : 'We won’t ask you for reviews.',
			})}
			errorTitle="Not saved yet"
		>
			One email for each guide, at least a week after you got it. Each has a link to stop these emails.
		</EmailTick>
	)
}
