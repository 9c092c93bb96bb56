import { lazy, Suspense } from 'react'
import { LoadingRow, orNotLoaded } from '#web/ui/later-part.tsx'
import { AccountSection } from './account-section.tsx'

const DeviceSessions = lazy(() => orNotLoaded(() => import('./device-sessions.tsx')))

export function DevicesSection() {
	return (
		<AccountSection
			id="devices"
			title="Devices signed in"
			note="Don’t recognise a device? Sign the others out, then set a new password."
		>
			<Suspense fallback={<LoadingRow what="your devices" />}>
				<DeviceSessions />
			</Suspense>
		</AccountSection>
	)
}
