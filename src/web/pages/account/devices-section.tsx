import { useState } from 'react'
import { AccountSection } from './account-section.tsx'
import { DeviceSessions } from './device-sessions.tsx'
import type { Devices } from './devices.ts'

export function DevicesSection() {
	// Kept here so that the section renders with each change: its heading takes the focus of a button that disappears.
	const [devices, setDevices] = useState<Devices | null>(null)
	return (
		<AccountSection
			id="devices"
			title="Devices signed in"
			note="Don’t recognise a device? Sign the others out, then set a new password."
		>
			<DeviceSessions devices={devices} onLoaded={setDevices} />
		</AccountSection>
	)
}
