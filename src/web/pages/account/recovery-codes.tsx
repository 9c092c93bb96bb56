import './recovery-codes.css'
import { useEffect, useRef, useState } from 'react'
import { call } from '#web/session/call.ts'
import { toastFailure } from '#web/session/toasts.tsx'
import { Button } from '#web/ui/button.tsx'
import { useBusy } from '#web/ui/use-busy.ts'
import { CopyButton, groupByFour } from './copyable-code.tsx'

interface RecoveryCodesProps {
	codes: readonly string[]
	onSaved: () => void
}

/** Shows new recovery codes, which the user can see only this once. When printed, they are alone on the page. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
	const heading = useRef<HTMLHeadingElement>(null)
	// The form that had the focus is gone.
	useEffect(() => heading.current?.focus(), [])
	return (
		<div className="recovery-codes grid w-full gap-5 border-l-2 border-marker pl-5">
			<div>
				<h3 ref={heading} tabIndex={-1} className="font-display font-semibold outline-none">
					Your recovery codes
				</h3>
				<p className="mt-1">
					If you lose your phone or your key, use one of these instead. Each can be used once. We only show
					them now, so print them or save them where you keep your passwords.
				</p>
			</div>
			<ul className="figures grid gap-x-8 gap-y-2 sm:grid-cols-[auto_auto] sm:justify-start">
				{codes.map((code) => (
					<li key={code}>
						<code className="font-display whitespace-nowrap">{groupByFour(code)}</code>
					</li>
				))}
			</ul>
			<div className="flex flex-wrap gap-3 print:hidden">
				<CopyButton text={codes.map(groupByFour).join('\n')} what="recovery codes" />
				<Button size="small" variant="secondary" onClick={() => window.print()}>
					Print
				</Button>
				<Button size="small" onClick={onSaved}>
					I’ve saved them
				</Button>
			</div>
		</div>
	)
}

/** Says how many recovery codes are left, and creates new ones. */
export function RecoveryCodesLeft({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
	const [left, setLeft] = useState<number | 'unknown' | null>(null)
	const [busy, run] = useBusy()
	useEffect(() => {
		void countCodes().then(setLeft)
	}, [])

	async function make() {
		const codes = await makeRecoveryCodes()
		if (codes !== null) onCodes(codes)
	}

	return (
		<div className="grid justify-items-start gap-3">
			<p role="status">{left === null ? 'Recovery codes: checking…' : sayLeft(left)}</p>
			<Button size="small" variant="secondary" aria-disabled={busy || undefined} onClick={() => run(make)}>
				{busy ? 'Making...' : 'Make new recovery codes'}
			</Button>
			<p className="margin-note">Your old codes will stop working.</p>
		</div>
	)
}

function sayLeft(left: number | 'unknown'): string {
	if (left === 'unknown')
		return 'We couldn’t check how many recovery codes are left. Reload the page to try again.'
	if (left === 0)
		return 'You have no recovery codes left. Make new ones, so that you can still sign in if you lose your phone or your key.'
	return `${left} recovery ${left === 1 ? 'code is' : 'codes are'} left.`
}

/** Returns the number of unused codes; 0 if none were ever created. */
async function countCodes(): Promise<number | 'unknown'> {
	const { answer } = await call('/auth/v1/factors/recovery-codes', (supabase) =>
		supabase.auth.mfa.recoveryCodes.getStatus(),
	)
	if (answer?.error === null) return answer.data.remaining
	return answer?.error.code === 'mfa_factor_not_found' ? 0 : 'unknown'
}

/** Creates ten recovery codes, which replace any earlier ones. Shows a toast and returns null if that fails. */
export async function makeRecoveryCodes(): Promise<readonly string[] | null> {
	const { answer, failure } = await call('/auth/v1/factors/recovery-codes', async (supabase) => {
		const { recoveryCodes } = supabase.auth.mfa
		const made = await recoveryCodes.generate()
		return made.error?.code === 'mfa_verified_factor_exists' ? await recoveryCodes.regenerate() : made
	})
	if (answer?.error === null) return answer.data.codes
	toastFailure('No recovery codes were made', failure, 'Please try again in a moment.')
	return null
}
