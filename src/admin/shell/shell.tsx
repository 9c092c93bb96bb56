import { Activity, useEffect } from 'react'
import { Outlet } from 'react-router'
import { checkSession, useMember, useSession } from '#admin/session/session.ts'
import { Frame } from '#admin/shell/frame.tsx'
import { Gate } from '#admin/sign-in/gate.tsx'
import { prepareSteps } from '#admin/sign-in/later-steps.ts'
import { StepDialog } from '#admin/sign-in/step-dialog.tsx'
import { useFocusOnNavigation } from '#web/ui/focus.ts'
import { onFirstInput } from '#web/ui/on-first-input.ts'
import { ToastHost } from '#web/ui/toast-host.tsx'

/**
 * The frame around every page. Until a member has signed in, shows the steps of signing in instead. If a session ends, the page is
 * only hidden, with its dialogs and all that was typed into them, and shown again once the same member has signed in again.
 */
export function Shell() {
	const session = useSession()
	const member = useMember()
	useFocusOnNavigation()
	useEffect(() => void checkSession(), [])
	useEffect(() => onFirstInput(prepareSteps), [])
	return (
		<>
			{session.kind === 'in' ? null : <Gate session={session} />}
			{member === undefined ? null : (
				<Activity key={member.id} mode={session.kind === 'in' ? 'visible' : 'hidden'}>
					<Frame me={member}>
						<Outlet />
					</Frame>
				</Activity>
			)}
			<StepDialog />
			<ToastHost />
		</>
	)
}
