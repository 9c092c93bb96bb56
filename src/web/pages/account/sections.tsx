import type { User } from '@supabase/supabase-js'
import { EmailTick } from '#web/account/email-tick.tsx'
import { ReviewEmailsTick } from '#web/account/review-emails-tick.tsx'
import { isPartShown } from '#web/site/site-settings.ts'
import { AccountSection } from './account-section.tsx'
import { DataSection } from './data-section.tsx'
import { DeletionSection } from './deletion-section.tsx'
import { DevicesSection } from './devices-section.tsx'
import { EmailSection } from './email-section.tsx'
import { IdentitiesSection } from './identities-section.tsx'
import { NameSection } from './name-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PhoneSection } from './phone-section.tsx'
import { TwoStepSection } from './two-step-section.tsx'

export interface SectionsProps {
	user: User
}

/** All sections of the account page. */
export default function Sections({ user }: SectionsProps) {
	return (
		<>
			<NameSection user={user} />
			<EmailSection user={user} />
			{isPartShown(['phone-sign-in']) ? <PhoneSection user={user} /> : null}
			<PasswordSection user={user} />
			{isPartShown(['passkeys']) ? <PasskeysSection /> : null}
			<TwoStepSection user={user} />
			<IdentitiesSection user={user} />
			<DevicesSection />
			{user.email ? <NewsSection user={user} /> : null}
			{user.email ? (
				<AccountSection id="review-emails" title="Emails about reviews" note="Off until you tick it.">
					<ReviewEmailsTick />
				</AccountSection>
			) : null}
			<DataSection />
			<DeletionSection user={user} />
		</>
	)
}

/** Lets users ask for news about new guides. It is off by default. The user's metadata stores when they asked. */
function NewsSection({ user }: { user: User }) {
	return (
		<AccountSection id="news" title="News" note="Off until you tick it.">
			<EmailTick
				label="Email me about new guides, once a month at most"
				isOn={typeof user.user_metadata.news_since === 'string'}
				stored={(on) => ({ news_since: on ? new Date().toISOString().slice(0, 10) : null })}
				says={(on) => ({
					title: 'Saved',
					description: on ? 'We’ll email you about new guides.' : 'We won’t email you about new guides.',
				})}
				errorTitle="Not saved yet"
			>
				Only when there’s something new. Each email has a link to stop these emails.
			</EmailTick>
		</AccountSection>
	)
}
