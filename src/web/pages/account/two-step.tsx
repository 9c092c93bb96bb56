import type { Factor, User } from '@supabase/supabase-js'
import { useState } from 'react'
import { dayOf } from '#shared/dates.ts'
import { call } from '#web/session/call.ts'
import { secondStepsOf } from '#web/session/read-session.ts'
import { toastFailure } from '#web/session/toasts.tsx'
import { isPartShown } from '#web/site/site-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { useReturnFocus } from '#web/ui/focus.ts'
import { toast } from '#web/ui/toast.ts'
import { useBusy } from '#web/ui/use-busy.ts'
import { RecoveryCodes, RecoveryCodesLeft } from './recovery-codes.tsx'
import { SetUpApp } from './set-up-app.tsx'
import { SetUpKey } from './set-up-key.tsx'
import { SetUpPhone } from './set-up-phone.tsx'

interface TwoStepProps {
	user: User
	/** New recovery codes to show; null if there are none. */
	codes: readonly string[] | null
	onCodes: (codes: readonly string[] | null) => void
}

/** Lists the second factors, sets them up and removes them. The first factor comes with recovery codes. */
export function TwoStep({ user, codes, onCodes }: TwoStepProps) {
	/**
	 * The factors that were verified before the one that is being confirmed. The list shows these until the recovery codes have
	 * been created.
	 */
	const [before, setBefore] = useState<readonly Factor[] | null>(null)
	const now = secondStepsOf(user)
	const steps = before ?? now
	if (codes !== null) return <RecoveryCodes codes={codes} onSaved={() => onCodes(null)} />
	const setUp = {
		isFirst: steps.length === 0,
		onCodes,
		onConfirming: (confirming: boolean) => setBefore(confirming ? now : null),
	}
	const countOf = (type: string) => steps.filter(({ factor_type }) => factor_type === type).length
	const keys = countOf('webauthn')
	return (
		<>
			{steps.length === 0 ? null : (
				<>
					<RecoveryCodesLeft onCodes={onCodes} />
					<ul className="w-full border-t border-rule">
						{steps.map((step) => (
							<StepRow key={step.id} step={step} isOnly={steps.length === 1} />
						))}
					</ul>
				</>
			)}
			{countOf('totp') > 0 ? null : <SetUpApp {...setUp} />}
			{isPartShown(['passkeys']) ? <SetUpKey {...setUp} keys={keys} /> : null}
			{isPartShown(['phone-sign-in']) && countOf('phone') === 0 ? <SetUpPhone {...setUp} /> : null}
		</>
	)
}

function nameOf({ factor_type, friendly_name }: Factor): string {
	if (factor_type === 'webauthn') return friendly_name || 'Security key'
	return factor_type === 'phone' ? (friendly_name ?? 'Phone').replace(/, .*$/, '') : 'Authenticator app'
}

/** Removes a second factor, after asking for confirmation. Removing the last one switches two-step verification off. */
function StepRow({ step, isOnly }: { step: Factor; isOnly: boolean }) {
	const [asking, setAsking] = useState(false)
	const opener = useReturnFocus<HTMLButtonElement>(asking)
	const [busy, run] = useBusy()
	const name = nameOf(step)
	return (
		<li className="grid gap-3 border-b border-rule py-4">
			<div className="flex flex-wrap items-center justify-between gap-3">
				<div className="min-w-0">
					<p className="font-display font-semibold wrap-anywhere">{name}</p>
					<p className="margin-note figures mt-0.5">Added on {dayOf(new Date(step.created_at))}</p>
				</div>
				{asking ? null : (
					<Button ref={opener} size="small" variant="secondary" onClick={() => setAsking(true)}>
						{isOnly ? 'Switch it off…' : 'Remove…'}
						{isOnly ? null : <span className="sr-only"> {name}</span>}
					</Button>
				)}
			</div>
			{asking ? (
				<div className="grid gap-3 border-l-2 border-marker pl-5">
					<p>
						{isOnly
							? 'You’ll only need your password to sign in, and your recovery codes will stop working.'
							: 'You won’t be able to sign in with it any more. Wherever you’re signed in with it now, we’ll ask for another of your steps straight away.'}
					</p>
					<div className="flex flex-wrap gap-3">
						<Button
							size="small"
							autoFocus
							aria-disabled={busy || undefined}
							onClick={() => run(() => remove(step, isOnly))}
						>
							{isOnly ? (busy ? 'Switching off...' : 'Switch it off') : busy ? 'Removing...' : 'Remove it'}
						</Button>
						<Button size="small" variant="quiet" onClick={() => setAsking(false)}>
							{isOnly ? 'Keep it on' : 'Keep it'}
						</Button>
					</div>
				</div>
			) : null}
		</li>
	)
}

async function remove(step: Factor, isOnly: boolean): Promise<void> {
	const { answer, failure } = await call('/auth/v1/factors', async (supabase) => {
		const removed = await supabase.auth.mfa.unenroll({ factorId: step.id })
		// Makes the whole page show the changed user, who now has one factor fewer.
		if (removed.error === null) await supabase.auth.refreshSession()
		return removed
	})
	if (answer?.error === null)
		toast.success(isOnly ? 'Two-step verification is off' : `${nameOf(step)} was removed`)
	else
		toastFailure(
			isOnly ? 'Two-step verification is still on' : 'Not removed',
			failure,
			'Please try again in a moment.',
		)
}
