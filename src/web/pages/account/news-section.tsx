import type { User } from '@supabase/supabase-js'
import { EmailChoice } from './email-choice.tsx'

/** Lets a user ask for news about new guides. The user's metadata says from which day on; nobody is asked to begin with. */
export function NewsSection({ user }: { user: User }) {
	return (
		<EmailChoice
			id="news"
			title="News"
			note="Off until you tick it."
			label="Email me about new guides, once a month at most"
			isOn={typeof user.user_metadata.news_since === 'string'}
			stored={(on) => ({ news_since: on ? new Date().toISOString().slice(0, 10) : null })}
			says={(on) => (on ? 'We’ll email you about new guides.' : 'We won’t email you about new guides.')}
		>
			Only when there’s something new. Each email has a link that stops them.
		</EmailChoice>
	)
}
