import { useCallback, useEffect } from 'react'
import { useLocation } from 'react-router'
import { momentOf } from '#shared/dates.ts'
import { call } from '#web/session/call.ts'
import { FailureText, toastFailure } from '#web/session/toasts.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadingRow } from '#web/ui/later-part.tsx'
import { toast } from '#web/ui/toast.ts'
import { type Devices, loadDevices } from './devices.ts'

interface DeviceSessionsProps {
	/** Null until they have been loaded. */
	devices: Devices | null
	onLoaded: (devices: Devices) => void
}

/** Lists where the user is signed in, and signs the others out. */
export function DeviceSessions({ devices, onLoaded }: DeviceSessionsProps) {
	const load = useCallback(async () => onLoaded(await loadDevices()), [onLoaded])
	const { key } = useLocation()

	// biome-ignore lint/correctness/useExhaustiveDependencies: adding Google replaces the session and comes back to this page
	useEffect(() => {
		void load()
	}, [load, key])

	return <DeviceList devices={devices} again={load} />
}

function DeviceList({ devices, again }: { devices: Devices | null; again: () => Promise<void> }) {
	if (devices === null) return <LoadingRow what="your devices" />
	if (devices.kind === 'failed') {
		return (
			<>
				<p>We couldn’t load your devices just now.</p>
				<p className="margin-note">
					<FailureText failure={devices.failure} />
				</p>
				<Button size="small" variant="secondary" onClick={again}>
					Try again
				</Button>
			</>
		)
	}
	const others = devices.devices.filter(({ thisOne }) => !thisOne).length
	return (
		<>
			<ul className="w-full border-t border-rule">
				{devices.devices.map(({ id, name, thisOne, lastSeen }) => (
					<li key={id} className="border-b border-rule py-4">
						<p className="font-display font-semibold">
							{name} {thisOne ? <span className="marked ml-1 font-normal">this device</span> : null}
						</p>
						<p className="margin-note figures mt-0.5">
							Last seen <time dateTime={lastSeen.toISOString()}>{momentOf(lastSeen)}</time>
						</p>
					</li>
				))}
			</ul>
			{others === 0 ? (
				<p className="margin-note">You’re not signed in anywhere else.</p>
			) : (
				<Button variant="secondary" onClick={() => signOutOthers(again)}>
					Sign out {others === 1 ? 'the other device' : `the ${others} other devices`}
				</Button>
			)}
		</>
	)
}

async function signOutOthers(again: () => Promise<void>): Promise<void> {
	const { answer, failure } = await call('/auth/v1/logout', (supabase) =>
		supabase.auth.signOut({ scope: 'others' }),
	)
	if (answer?.error === null) toast.success('Signed out everywhere else')
	else toastFailure('Your other devices are still signed in', failure, 'Please try again in a moment.')
	await again()
}
