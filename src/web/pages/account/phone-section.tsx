import type { User } from '@supabase/supabase-js'
import { lazy, Suspense } from 'react'
import { LoadingRow, orNotLoaded } from '#web/ui/later-part.tsx'
import { AccountSection } from './account-section.tsx'

const OwnNumber = lazy(() => orNotLoaded(() => import('./own-number.tsx')))

export function PhoneSection({ user }: { user: User }) {
	return (
		<AccountSection
			id="phone"
			title="Phone"
			note="You can sign in with a code that we text to you. Remove your number before you give it up."
		>
			<Suspense fallback={<LoadingRow what="your phone" />}>
				<OwnNumber user={user} />
			</Suspense>
		</AccountSection>
	)
}
