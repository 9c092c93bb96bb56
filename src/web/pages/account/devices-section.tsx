import { lazy, Suspense, useState } from 'react'
import { LoadingRow, orNotLoaded } from '#web/ui/later-part.tsx'
import { AccountSection } from './account-section.tsx'
import type { Devices } from './devices.ts'

const DeviceSessions = lazy(() => orNotLoaded(() => import('./device-sessions.tsx')))

export function DevicesSection() {
	// Kept here so that the section renders with each change: its heading takes the focus of a button that disappears.
	const [devices, setDevices] = useState<Devices | null>(null)
	return (
		<AccountSection
			id="devices"
			title="Devices signed in"
			note="Don’t recognise a device? Sign the others out, then set a new password."
		>
			<Suspense fallback={<LoadingRow what="your devices" />}>
				<DeviceSessions devices={devices} onLoaded={setDevices} />
			</Suspense>
		</AccountSection>
	)
}
