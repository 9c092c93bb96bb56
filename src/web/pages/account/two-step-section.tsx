import type { User } from '@supabase/supabase-js'
import { useState } from 'react'
import { secondStepsOf } from '#web/session/read-session.ts'
import { useReturnFocus } from '#web/ui/focus.ts'
import { AccountSection } from './account-section.tsx'
import { TwoStep } from './two-step.tsx'

export function TwoStepSection({ user }: { user: User }) {
	/** New recovery codes, for as long as they are shown. */
	const [codes, setCodes] = useState<readonly string[] | null>(null)
	const heading = useReturnFocus<HTMLHeadingElement>(codes !== null)
	return (
		<AccountSection
			id="two-step"
			title="Two-step verification"
			heading={heading}
			note={
				secondStepsOf(user).length === 0
					? 'It’s off. Once it’s on, signing in also asks for something only you have: a code from an app on your phone, or a security key. Then no one can get in with your password alone.'
					: 'It’s on. Signing in also asks for one of these.'
			}
		>
			<TwoStep user={user} codes={codes} onCodes={setCodes} />
		</AccountSection>
	)
}
