import { useId } from 'react'
import { useAuth } from '#web/session/auth-provider.tsx'
import { call } from '#web/session/call.ts'
import { toastFailure } from '#web/session/toasts.tsx'
import { toast } from '#web/ui/toast.ts'
import { useBusy } from '#web/ui/use-busy.ts'

/** Lets users ask for an email about each new edition of their guides. The user's metadata stores when they asked. */
export function EditionNotices() {
	const { user } = useAuth()
	const [busy, run] = useBusy()
	const noteId = useId()
	if (!user?.email) return null
	const isOn = typeof user.user_metadata.edition_notices_since === 'string'
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
				<span className="font-display font-medium">Email me when one of my guides has a new edition</span>
			</label>
			<p id={noteId} className="margin-note">
				We’ll email you only then. Each email has a link to stop these emails.
			</p>
		</>
	)
}

async function save(on: boolean): Promise<void> {
	const edition_notices_since = on ? new Date().toISOString().slice(0, 10) : null
	const { answer, failure } = await call('/auth/v1/user', (supabase) =>
		supabase.auth.updateUser({ data: { edition_notices_since } }),
	)
	if (answer?.error !== null) toastFailure('That wasn’t saved', failure, 'Please try again in a moment.')
	else if (on) toast.success('We’ll email you about new editions')
	else toast.success('No more emails about new editions')
}
