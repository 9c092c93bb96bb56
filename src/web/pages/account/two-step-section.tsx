import type { Factor, User } from '@supabase/supabase-js'
import { useState } from 'react'
import { useReturnFocus } from '#web/ui/focus.ts'
import { AccountSection } from './account-section.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RecoveryCodesLeft } from './recovery-codes-left.tsx'
import { RemoveApp } from './remove-app.tsx'
import { SetUpApp } from './set-up-app.tsx'

export function TwoStepSection({ user }: { user: User }) {
	const app = user.factors?.find(isApp)
	/** Codes just made, for as long as they are shown. */
	const [codes, setCodes] = useState<readonly string[] | null>(null)
	const heading = useReturnFocus<HTMLHeadingElement>(codes !== null)
	/** The app is on a moment before its recovery codes are there. */
	const [confirming, setConfirming] = useState(false)
	return (
		<AccountSection
			title="Two-step verification"
			heading={heading}
			note={
				app === undefined
					? 'Signing in also asks for a code from an app on your phone, so nobody can get in with your password alone.'
					: 'It’s on. You need a code from your app to sign in.'
			}
		>
			{codes !== null ? (
				<RecoveryCodes codes={codes} onKept={() => setCodes(null)} />
			) : app === undefined || confirming ? (
				<SetUpApp onCodes={setCodes} onConfirming={setConfirming} />
			) : (
				<>
					<RecoveryCodesLeft onCodes={setCodes} />
					<RemoveApp app={app} />
				</>
			)}
		</AccountSection>
	)
}

function isApp({ factor_type, status }: Factor): boolean {
	return factor_type === 'totp' && status === 'verified'
}
