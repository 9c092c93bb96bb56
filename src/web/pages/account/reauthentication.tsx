import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { LoadingRow, orNotLoaded } from '#web/ui/later-part.tsx'

const ReauthenticationForm = lazy(() => orNotLoaded(() => import('./reauthentication-form.tsx')))

/** An action that the server may reject because the sign-in isn’t recent enough. */
type Action = () => Promise<'stale' | 'done'>

interface Reauthentication {
	/** Runs an action. If it needs a recent sign-in, asks for reauthentication and runs it again. */
	attempt: (action: Action) => Promise<void>
	/** The form, if it is open. Render it next to the control that runs the action. */
	question: ReactNode
}

/** Returns what a control needs if its action may require reauthentication. */
export function useReauthentication(): Reauthentication {
	const [waiting, setWaiting] = useState<Action | null>(null)

	/** The control that had the focus before the form opened. It gets the focus back. */
	const opener = useRef<Element | null>(null)

	async function attempt(action: Action) {
		if (waiting === null) opener.current = document.activeElement
		if ((await action()) === 'stale') setWaiting(() => action)
		else if (waiting !== null) close()
	}

	function close() {
		if (opener.current instanceof HTMLElement) opener.current.focus()
		setWaiting(null)
	}

	const question =
		waiting === null ? null : (
			<Suspense fallback={<LoadingRow what="the form" />}>
				<ReauthenticationForm onSuccess={() => attempt(waiting)} onCancel={close} />
			</Suspense>
		)
	return { attempt, question }
}
