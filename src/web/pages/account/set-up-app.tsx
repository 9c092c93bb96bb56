import { useEffect, useRef, useState } from 'react'
import { CodeField } from '#web/session/fields.tsx'
import { shopName } from '#web/site/site-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { useReturnFocus } from '#web/ui/focus.ts'
import { useBusy } from '#web/ui/use-busy.ts'
import { useForm } from '#web/ui/use-form.ts'
import { confirmApp, enrolApp, type NewApp } from './authenticator-app.ts'
import { CopyButton, groupByFour } from './copyable-code.tsx'
import { useReauthentication } from './reauthentication.tsx'

/** The props of every form that sets up a second factor. */
export interface SetUpProps {
	/** Whether this switches two-step verification on. If so, recovery codes are created. */
	isFirst: boolean
	/** Called with the recovery codes once the factor is verified; with null if none were created. */
	onCodes: (codes: readonly string[] | null) => void
	/** Called with true when confirming the factor begins, and with false when that ends. */
	onConfirming: (confirming: boolean) => void
}

/** Adds an authenticator app: shows its secret, then asks for the first code. */
export function SetUpApp(props: SetUpProps) {
	const { attempt, question } = useReauthentication()
	const [busy, run] = useBusy()
	const [app, setApp] = useState<NewApp | null>(null)
	const opener = useReturnFocus<HTMLButtonElement>(app !== null)

	async function begin(): Promise<'stale' | 'done'> {
		const begun = await enrolApp()
		if (begun.kind === 'begun') setApp(begun.app)
		return begun.kind === 'stale' ? 'stale' : 'done'
	}

	if (app !== null) return <ConfirmApp {...props} app={app} onCancel={() => setApp(null)} />
	return (
		<>
			<p>
				{props.isFirst ? 'You need an authenticator app' : 'You can also use an authenticator app'}: the
				password manager on your phone, or any other app that shows six-digit codes. Setting it up takes two
				minutes.
			</p>
			<Button
				ref={opener}
				variant="secondary"
				aria-disabled={busy || undefined}
				onClick={() => run(() => attempt(begin))}
			>
				{busy ? 'Preparing...' : props.isFirst ? 'Set it up' : 'Add an app'}
			</Button>
			{question}
		</>
	)
}

interface ConfirmAppProps extends SetUpProps {
	app: NewApp
	onCancel: () => void
}

function ConfirmApp({ app, isFirst, onCodes, onConfirming, onCancel }: ConfirmAppProps) {
	const firstStep = useRef<HTMLParagraphElement>(null)
	// The button that had the focus is gone. The focus goes to the first instruction, because the code field comes only after the
	// QR code.
	useEffect(() => firstStep.current?.focus(), [])
	const { busy, errors, form } = useForm(async ({ field, refuse }) => {
		onConfirming(true)
		const outcome = await confirmApp(app.factorId, field('code'), isFirst)
		onConfirming(false)
		if (outcome.kind === 'refused') refuse({ code: outcome.message })
		else onCodes(outcome.codes)
	})
	return (
		<ol className="grid w-full set-up-steps list-decimal gap-6 pl-6">
			<li>
				<p ref={firstStep} tabIndex={-1} className="outline-none">
					Open your app, add an account, and scan this picture.
				</p>
				{/* Black on white even in dark mode, so that cameras can read it. */}
				<img
					src={app.picture}
					alt="QR code for your authenticator app. Its secret is below as text."
					width={192}
					height={192}
					className="leaf mt-4 size-48 p-2"
				/>
				<p className="mt-4">On the same phone, or no camera? Type or copy this secret instead:</p>
				<div className="mt-2 flex flex-wrap items-center gap-3">
					<code className="figures font-display wrap-anywhere">{groupByFour(app.secret)}</code>
					<CopyButton text={app.secret} what="secret" />
				</div>
			</li>
			<li>
				<form {...form} className="grid max-w-xs gap-5">
					<CodeField
						label="The code in your app"
						hint={`Six digits, under “${shopName()}”.`}
						error={errors.code}
					/>
					<div className="flex flex-wrap gap-3">
						<Button type="submit" aria-disabled={busy || undefined}>
							{busy ? 'Switching on...' : 'Switch it on'}
						</Button>
						<Button variant="quiet" onClick={onCancel}>
							Cancel
						</Button>
					</div>
				</form>
			</li>
		</ol>
	)
}
