import { useEffect, useState } from 'react'
import { call } from '#web/session/call.ts'
import { Button } from '#web/ui/button.tsx'
import { useBusy } from '#web/ui/use-busy.ts'
import { makeCodes } from './make-codes.ts'

/** How many recovery codes are left, and new ones where they run short. */
export function RecoveryCodesLeft({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
	const [left, setLeft] = useState<number | null>(null)
	const [busy, run] = useBusy()
	useEffect(() => {
		void countCodes().then(setLeft)
	}, [])

	async function make() {
		const codes = await makeCodes()
		if (codes !== null) onCodes(codes)
	}

	return (
		<div className="grid justify-items-start gap-3">
			<p role="status">
				{left === null
					? 'Recovery codes: checking…'
					: left === 0
						? 'You have no recovery codes left. Make new ones, so that you can still sign in if you lose your phone.'
						: `${left} recovery ${left === 1 ? 'code is' : 'codes are'} left.`}
			</p>
			<Button size="small" variant="secondary" aria-disabled={busy || undefined} onClick={() => run(make)}>
				{busy ? 'Making...' : 'Make new recovery codes'}
			</Button>
			<p className="margin-note">Your old codes will stop working.</p>
		</div>
	)
}

/** None, too, where they were never made. */
async function countCodes(): Promise<number> {
	const { answer } = await call('/auth/v1/factors/recovery-codes', (supabase) =>
		supabase.auth.mfa.recoveryCodes.getStatus(),
	)
	return answer?.error === null ? answer.data.remaining : 0
}
