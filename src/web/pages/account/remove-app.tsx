import type { Factor } from '@supabase/supabase-js'
import { useState } from 'react'
import { call } from '#web/session/call.ts'
import { toastFailure } from '#web/session/failure-toast.tsx'
import { Button } from '#web/ui/button.tsx'
import { dayOf } from '#web/ui/dates.ts'
import { useReturnFocus } from '#web/ui/focus.ts'
import { toast } from '#web/ui/toast.ts'
import { useBusy } from '#web/ui/use-busy.ts'

/** Switches the second step off again, after asking once. */
export function RemoveApp({ app }: { app: Factor }) {
	const [asking, setAsking] = useState(false)
	const opener = useReturnFocus<HTMLButtonElement>(asking)
	const [busy, run] = useBusy()
	return (
		<div className="grid w-full justify-items-start gap-3 border-t border-rule pt-5">
			<p className="figures">Authenticator app, added on {dayOf(new Date(app.created_at))}</p>
			{asking ? (
				<div className="grid gap-3 border-l-2 border-marker pl-5">
					<p>You’ll only need your password to sign in, and your recovery codes will stop working.</p>
					<div className="flex flex-wrap gap-3">
						<Button
							size="small"
							autoFocus
							aria-disabled={busy || undefined}
							onClick={() => run(() => remove(app.id))}
						>
							{busy ? 'Switching off...' : 'Switch it off'}
						</Button>
						<Button size="small" variant="quiet" onClick={() => setAsking(false)}>
							Keep it on
						</Button>
					</div>
				</div>
			) : (
				<Button ref={opener} size="small" variant="secondary" onClick={() => setAsking(true)}>
					Switch it off…
				</Button>
			)}
		</div>
	)
}

async function remove(factorId: string): Promise<void> {
	const { answer, failure } = await call('/auth/v1/factors', async (supabase) => {
		const removed = await supabase.auth.mfa.unenroll({ factorId })
		// The session is one of the first step again, and the account has no app: the page is told by a fresh one.
		if (removed.error === null) await supabase.auth.refreshSession()
		return removed
	})
	if (answer?.error === null) toast.success('Two-step verification is off')
	else toastFailure('It is still on', failure, 'Please try again in a moment.')
}
