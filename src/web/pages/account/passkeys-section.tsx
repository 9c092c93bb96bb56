import { useState } from 'react'
import { AccountSection } from './account-section.tsx'
import type { OwnPasskeys } from './own-passkeys.ts'
import { Passkeys } from './passkeys.tsx'

export function PasskeysSection() {
	// The state is here rather than in the list, so that each change also renders `AccountSection`, which moves the focus if the
	// focused row is gone.
	const [passkeys, setPasskeys] = useState<OwnPasskeys | null>(null)
	return (
		<AccountSection
			id="passkeys"
			title="Passkeys"
			note="A passkey signs you in the way you unlock your device, with your fingerprint, face or PIN, so there’s no password to type, forget or give away."
		>
			<Passkeys passkeys={passkeys} onLoaded={setPasskeys} />
		</AccountSection>
	)
}
