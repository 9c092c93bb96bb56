import { useEffect, useRef, useState } from 'react'
import { useWebAuthn } from '#web/session/use-in-browser.ts'
import { Button } from '#web/ui/button.tsx'
import { useBusy } from '#web/ui/use-busy.ts'
import { type SecurityKey, verifyByKey } from './verify-second-step.ts'

interface SecurityKeyStepProps {
	ready: boolean
	keys: readonly SecurityKey[]
	onTaken: () => void
}

/** Asks for a security key. If there are several, the user first chooses the one they have at hand. */
export function SecurityKeyStep({ ready, keys, onTaken }: SecurityKeyStepProps) {
	const canUseKeys = useWebAuthn()
	const [error, setError] = useState<string | null>(null)
	const [busy, run] = useBusy()
	const first = useRef<HTMLButtonElement>(null)
	// Focuses the first button as soon as it can be pressed, because there is nothing else to do on the page.
	useEffect(() => {
		if (ready) first.current?.focus()
	}, [ready])

	async function use(factorId: string) {
		setError(null)
		const outcome = await verifyByKey(factorId)
		if (outcome.kind === 'taken') onTaken()
		else if (outcome.kind === 'refused') setError(outcome.message)
	}

	if (!canUseKeys)
		return (
			<p>This browser can’t use security keys. Use another way below, or sign in with another browser.</p>
		)
	return (
		<div className="grid w-full max-w-sm gap-5">
			<p>Press the button, then plug your security key in or hold it to your phone, and touch it.</p>
			{keys.map(({ id, name }, index) => (
				<Button
					key={id}
					ref={index === 0 ? first : undefined}
					variant={index === 0 ? 'primary' : 'secondary'}
					disabled={!ready}
					aria-disabled={busy || undefined}
					onClick={() => run(() => use(id))}
				>
					{busy && index === 0
						? 'Waiting for your key...'
						: keys.length === 1
							? 'Use my security key'
							: `Use “${name}”`}
				</Button>
			))}
			<p role="alert" className="margin-note text-brick empty:hidden">
				{error}
			</p>
		</div>
	)
}
