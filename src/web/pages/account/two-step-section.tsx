import type { Factor, User } from '@supabase/supabase-js'
import { useState } from 'react'
import { dayOf } from '#shared/dates.ts'
import { call } from '#web/session/call.ts'
import { toastFailure } from '#web/session/toasts.tsx'
import { Button } from '#web/ui/button.tsx'
import { useReturnFocus } from '#web/ui/focus.ts'
import { toast } from '#web/ui/toast.ts'
import { useBusy } from '#web/ui/use-busy.ts'
import { AccountSection } from './account-section.tsx'
import { RecoveryCodes, RecoveryCodesLeft } from './recovery-codes.tsx'
import { SetUpApp } from './set-up-app.tsx'

export function TwoStepSection({ user }: { user: User }) {
	const app = user.factors?.find(isApp)
	/** New recovery codes, while they are shown. */
	const [codes, setCodes] = useState<readonly string[] | null>(null)
	const heading = useReturnFocus<HTMLHeadingElement>(codes !== null)
	/** Whether the app is on already but its recovery codes aren’t made yet. */
	const [confirming, setConfirming] = useState(false)
	return (
		<AccountSection
			id="two-step"
			title="Two-step verification"
			heading={heading}
			note={
				app === undefined
					? 'Signing in also asks for a code from an app on your phone, so no one can get in with your password alone.'
					: 'It’s on. You need a code from your app to sign in.'
			}
		>
			{codes !== null ? (
				<RecoveryCodes codes={codes} onSaved={() => setCodes(null)} />
			) : app === undefined || confirming ? (
				<SetUpApp onCodes={setCodes} onConfirming={setConfirming} />
			) : (
				<>
					<RecoveryCodesLeft onCodes={setCodes} />
					<RemoveApp app={app} />
				</>
			)}
		</AccountSection>
	)
}

function isApp({ factor_type, status }: Factor): boolean {
	return factor_type === 'totp' && status === 'verified'
}

/** Switches two-step verification off, after asking for confirmation. */
function RemoveApp({ app }: { app: Factor }) {
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
		// Updates the user, who has no app any more, for the whole page.
		if (removed.error === null) await supabase.auth.refreshSession()
		return removed
	})
	if (answer?.error === null) toast.success('Two-step verification is off')
	else toastFailure('Two-step verification is still on', failure, 'Please try again in a moment.')
}
