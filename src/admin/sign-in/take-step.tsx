import type { Factor } from '@supabase/supabase-js'
import { useEffect, useState } from 'react'
import { auth } from '#admin/session/auth-client.ts'
import { messageFor } from '#admin/sign-in/messages.ts'
import { Loading } from '#admin/ui/states.tsx'
import { digitsPattern } from '#shared/typed-code.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { useBusy } from '#web/ui/use-busy.ts'
import { useForm } from '#web/ui/use-form.ts'

/** Asks for the second step: a code from the app, a security key or a recovery code. */
export function TakeStep({ onTaken }: { onTaken: () => void }) {
	const factors = useFactors()
	const [wantsRecovery, setWantsRecovery] = useState(false)
	if (factors === undefined) return <Loading lines={2} />
	const app = factors.find(({ factor_type }) => factor_type === 'totp')
	const keys = factors.filter(({ factor_type }) => factor_type === 'webauthn')
	return (
		<div className="grid gap-5">
			{wantsRecovery ? (
				<RecoveryForm onTaken={onTaken} />
			) : (
				<>
					{app === undefined ? null : <CodeForm factorId={app.id} onTaken={onTaken} />}
					{keys.map((key) => (
						<KeyButton key={key.id} factor={key} onTaken={onTaken} />
					))}
				</>
			)}
			<Button
				variant="quiet"
				size="small"
				className="-ml-4 justify-self-start"
				onClick={() => setWantsRecovery(!wantsRecovery)}
			>
				{wantsRecovery ? 'Use my app or key instead' : 'Use a recovery code instead'}
			</Button>
		</div>
	)
}

/** Returns the second factors that the member has set up; undefined until they are loaded. */
function useFactors(): readonly Factor[] | undefined {
	const [factors, setFactors] = useState<readonly Factor[]>()
	useEffect(() => {
		void auth.getUser().then(({ data }) => {
			setFactors((data.user?.factors ?? []).filter(({ status }) => status === 'verified'))
		})
	}, [])
	return factors
}

function CodeForm({ factorId, onTaken }: { factorId: string; onTaken: () => void }) {
	const { busy, errors, form } = useForm(async ({ field, refuse }) => {
		const code = field('code')
		const { error } = await auth.mfa.challengeAndVerify({ factorId, code })
		if (error === null) onTaken()
		else refuse({ code: messageFor(error) })
	})
	return (
		<form {...form} className="grid gap-5">
			<CodeField error={errors.code} />
			<Button type="submit" aria-disabled={busy || undefined}>
				{busy ? 'Checking …' : 'Continue'}
			</Button>
		</form>
	)
}

/** A field for the code of an authenticator app. */
export function CodeField({ error }: { error: string | undefined }) {
	return (
		<Field
			label="Code from your authenticator app"
			name="code"
			inputMode="numeric"
			autoComplete="one-time-code"
			pattern={digitsPattern}
			title="Six digits"
			required
			autoFocus
			hint="Six digits, under the shop’s name or address."
			error={error}
		/>
	)
}

function RecoveryForm({ onTaken }: { onTaken: () => void }) {
	const { busy, errors, form } = useForm(async ({ field, refuse }) => {
		const { error } = await auth.mfa.recoveryCodes.verify({ code: field('recovery') })
		if (error === null) onTaken()
		else refuse({ recovery: messageFor(error) })
	})
	return (
		<form {...form} className="grid gap-5">
			<Field
				label="Recovery code"
				name="recovery"
				autoComplete="off"
				autoCapitalize="none"
				spellCheck={false}
				maxLength={40}
				required
				autoFocus
				hint="One of those you saved. Each can be used once."
				error={errors.recovery}
			/>
			<Button type="submit" aria-disabled={busy || undefined}>
				{busy ? 'Checking …' : 'Continue'}
			</Button>
			<p className="margin-note">
				No codes left? Another owner can turn your second step off, on your page in Customers. If you’re the
				only owner, run this on the server:{' '}
				<code className="wrap-anywhere">
					{'npm run admin -- drop-second-step <email> --by <you> --reason <why>'}
				</code>
			</p>
		</form>
	)
}

function KeyButton({ factor, onTaken }: { factor: Factor; onTaken: () => void }) {
	const [error, setError] = useState<string>()
	const [busy, run] = useBusy()
	async function use() {
		setError(undefined)
		const { error: failure } = await auth.mfa.webauthn.authenticate({ factorId: factor.id, webauthn: {} })
		if (failure === null) onTaken()
		else if (failure.name !== 'NotAllowedError' && failure.code !== 'ERROR_CEREMONY_ABORTED')
			setError(messageFor(failure))
	}
	return (
		<div className="grid gap-2">
			<Button variant="secondary" aria-disabled={busy || undefined} onClick={() => run(use)}>
				{busy ? 'Waiting for your key …' : `Use ${factor.friendly_name || 'your security key'}`}
			</Button>
			<p role="alert" className="margin-note text-brick empty:hidden">
				{error}
			</p>
		</div>
	)
}
