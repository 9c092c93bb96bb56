import { useId } from 'react'
import { useAuth } from '#web/session/auth-provider.tsx'
import { call } from '#web/session/call.ts'
import { toastFailure } from '#web/session/toasts.tsx'
import { toast } from '#web/ui/toast.ts'
import { useBusy } from '#web/ui/use-busy.ts'

/** Asks for an email about each new edition of the user's guides. The user's metadata says from which day on. */
export function EditionNotices() {
	const { user } = useAuth()
	const [busy, run] = useBusy()
	const id = useId()
	if (!user?.email) return null
	const isOn = typeof user.user_metadata.edition_notices_since === 'string'
	return (
		<div className="flex items-start gap-1 font-display text-label">
			<span className="-my-2.5 -ml-3 grid size-11 shrink-0 place-items-center">
				<input
					id={id}
					type="checkbox"
					className="size-5"
					checked={isOn}
					aria-disabled={busy || undefined}
					onChange={() => run(() => save(!isOn))}
				/>
			</span>
			<label htmlFor={id}>
				Email me when one of my guides has a new edition
				<span className="block text-note text-soft">Only then, and you can stop it in each email.</span>
			</label>
		</div>
	)
}

async function save(on: boolean): Promise<void> {
	const edition_notices_since = on ? new Date().toISOString().slice(0, 10) : null
	const { answer, failure } = await call('/auth/v1/user', (supabase) =>
		supabase.auth.updateUser({ data: { edition_notices_since } }),
	)
	if (answer?.error !== null) toastFailure('That wasn’t saved', failure, 'Please try again in a moment.')
	else toast.success(on ? 'We’ll email you about new editions' : 'No more emails about new editions')
}
