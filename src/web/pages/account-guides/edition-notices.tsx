import { EmailTick } from '#web/account/email-tick.tsx'
import { useAuth } from '#web/session/auth-provider.tsx'

/** Lets users ask for an email about each new edition of their guides. The user's metadata stores when they asked. */
export function EditionNotices() {
	const { user } = useAuth()
	if (!user?.email) return null
	return (
		<EmailTick
			label="Email me when one of my guides has a new edition"
			isOn={typeof user.user_metadata.edition_notices_since === 'string'}
			stored={(on) => ({ edition_notices_since: on ? new Date().toISOString().slice(0, 10) : null })}
			says={(on) => ({
				title: on ? 'We’ll email you about new editions' : 'No more emails about new editions',
			})}
			errorTitle="That wasn’t saved"
		>
			We’ll email you only then. Each email has a link to stop these emails.
		</EmailTick>
	)
}
