import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { checkSession, useSession } from '#admin/session/session.ts'
import { Frame } from '#admin/shell/frame.tsx'
import { Gate } from '#admin/sign-in/gate.tsx'
import { StepDialog } from '#admin/sign-in/take-step.tsx'
import { useFocusOnNavigation } from '#web/ui/focus.ts'
import { ToastHost } from '#web/ui/toast-host.tsx'

/** The frame around every page. Until a member has signed in, shows the steps of signing in instead. */
export function Shell() {
	const session = useSession()
	useFocusOnNavigation()
	useEffect(() => void checkSession(), [])
	return (
		<>
			{session.kind === 'in' ? (
				<Frame me={session.me}>
					<Outlet />
				</Frame>
			) : (
				<Gate session={session} />
			)}
			<StepDialog />
			<ToastHost />
		</>
	)
}
