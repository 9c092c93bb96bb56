import type { User } from '@supabase/supabase-js'
import { AccountSection } from './account-section.tsx'
import { OwnNumber } from './own-number.tsx'

export function PhoneSection({ user }: { user: User }) {
	return (
		<AccountSection
			id="phone"
			title="Phone"
			note="You can sign in with a code that we text to you. Remove your number before you give it up."
		>
			<OwnNumber user={user} />
		</AccountSection>
	)
}
