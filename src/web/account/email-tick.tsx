import { type ReactNode, useId } from 'react'
import { call } from '#web/session/call.ts'
import { toastFailure } from '#web/session/toasts.tsx'
import { toast } from '#web/ui/toast.ts'
import { useBusy } from '#web/ui/use-busy.ts'

interface EmailTickProps {
	label: string
	/** What else the user should know, shown below the checkbox. */
	children: ReactNode
	isOn: boolean
	/** Returns the change of the user's metadata that stores the choice. */
	stored: (on: boolean) => Record<string, unknown>
	/** Returns the toast about what happens from now on. */
	says: (on: boolean) => { title: string; description?: string }
	/** The title of the toast if the choice couldn't be stored. */
	errorTitle: string
}

/** A checkbox that switches one kind of email on or off. */
export function EmailTick({ label, children, isOn, stored, says, errorTitle }: EmailTickProps) {
	const [busy, run] = useBusy()
	const noteId = useId()
	async function save(on: boolean): Promise<void> {
		const { answer, failure } = await call('/auth/v1/user', (supabase) =>
			supabase.auth.updateUser({ data: stored(on) }),
		)
		if (answer?.error !== null) toastFailure(errorTitle, failure, 'Please try again in a moment.')
		else {
			const { title, ...more } = says(on)
			toast.success(title, more)
		}
	}
	return (
		<>
			<label className="flex min-h-11 items-start gap-3">
				<input
					type="checkbox"
					checked={isOn}
					aria-disabled={busy || undefined}
					aria-describedby={noteId}
					onChange={() => run(() => save(!isOn))}
					className="mt-1 size-5 shrink-0"
				/>
				<span className="font-display font-medium">{label}</span>
			</label>
			<p id={noteId} className="margin-note max-w-measure">
				{children}
			</p>
		</>
	)
}
