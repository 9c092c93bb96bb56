import type { User } from '@supabase/supabase-js'
import { lazy, Suspense } from 'react'
import { LoadingRow, orNotLoaded } from '#web/ui/later-part.tsx'
import { AccountSection } from './account-section.tsx'

const Identities = lazy(() => orNotLoaded(() => import('./identities.tsx')))

export function IdentitiesSection({ user }: { user: User }) {
	return (
		<AccountSection
			id="sign-in"
			title="Ways to sign in"
			note="Any one of these is enough to sign in. You can’t remove the last one."
		>
			<Suspense fallback={<LoadingRow what="your ways to sign in" />}>
				<Identities user={user} />
			</Suspense>
		</AccountSection>
	)
}
