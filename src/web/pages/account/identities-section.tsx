import type { User } from '@supabase/supabase-js'
import { AccountSection } from './account-section.tsx'
import { Identities } from './identities.tsx'

export function IdentitiesSection({ user }: { user: User }) {
	return (
		<AccountSection
			id="sign-in"
			title="Ways to sign in"
			note="Any one of these is enough to sign in. You can’t remove the last one."
		>
			<Identities user={user} />
		</AccountSection>
	)
}
