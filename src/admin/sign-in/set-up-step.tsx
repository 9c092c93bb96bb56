import { useState } from 'react'
import { auth } from '#admin/session/auth-client.ts'
import { messageFor } from '#admin/sign-in/messages.ts'
import { CodeField } from '#admin/sign-in/take-step.tsx'
import { Button } from '#web/ui/button.tsx'
import { useBusy } from '#web/ui/use-busy.ts'
import { useForm } from '#web/ui/use-form.ts'

interface NewApp {
	factorId: string
	picture: string
	secret: string
}

/** Sets up an authenticator app, which members need on a public site, and shows the recovery codes. */
export function SetUpStep({ onDone }: { onDone: () => void }) {
	const [app, setApp] = useState<NewApp>()
	const [codes, setCodes] = useState<readonly string[]>()
	const [error, setError] = useState<string>()
	const [busy, run] = useBusy()

	async function begin() {
		setError(undefined)
		const { data, error: failure } = await auth.mfa.enroll({
			factorType: 'totp',
			// The time makes the name unique. An abandoned enrolment keeps its name for some minutes, and a second one with that name
			// would be refused.
			friendlyName: `Authenticator app, ${new Date().toISOString()}`,
		})
		if (failure !== null) setError(messageFor(failure))
		else setApp({ factorId: data.id, picture: data.totp.qr_code, secret: data.totp.secret })
	}

	if (codes !== undefined) return <RecoveryCodes codes={codes} onSaved={onDone} />
	if (app !== undefined) return <ConfirmApp app={app} onConfirmed={setCodes} onDone={onDone} />
	return (
		<div className="grid gap-5">
			<p>
				A password alone isn’t enough here. You need an authenticator app: the password manager on your phone,
				or any other app that shows six-digit codes. Setting it up takes two minutes. A security key can be
				added on your account page at the shop.
			</p>
			<Button aria-disabled={busy || undefined} onClick={() => run(begin)}>
				{busy ? 'Preparing …' : 'Set it up'}
			</Button>
			<p role="alert" className="margin-note text-brick empty:hidden">
				{error}
			</p>
		</div>
	)
}

interface ConfirmAppProps {
	app: NewApp
	onConfirmed: (codes: readonly string[]) => void
	onDone: () => void
}

function ConfirmApp({ app, onConfirmed, onDone }: ConfirmAppProps) {
	const { busy, errors, form } = useForm(async ({ field, refuse }) => {
		const code = field('code')
		const { error } = await auth.mfa.challengeAndVerify({ factorId: app.factorId, code })
		if (error !== null) return refuse({ code: messageFor(error) })
		const made = await auth.mfa.recoveryCodes.generate()
		if (made.error === null) onConfirmed(made.data.codes)
		else onDone()
	})
	return (
		<form {...form} className="grid gap-5">
			<p>Open your app, add an account, and scan this picture.</p>
			{/* Black on white even in dark mode, so that cameras can read it. */}
			<img
				src={app.picture}
				alt="QR code for your authenticator app. The same secret is below as text."
				width={192}
				height={192}
				className="leaf size-48 p-2"
			/>
			<p>
				No camera? Type this secret instead:{' '}
				<code className="figures font-display wrap-anywhere">
					{app.secret.replace(/(.{4})(?=.)/g, '$1 ')}
				</code>
			</p>
			<CodeField error={errors.code} />
			<Button type="submit" aria-disabled={busy || undefined}>
				{busy ? 'Switching on …' : 'Switch it on'}
			</Button>
		</form>
	)
}

function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
	return (
		<div className="grid gap-5">
			<p>
				If you lose your phone, use one of these codes instead. Each can be used once. They’re shown only now,
				so print them or save them where you keep your passwords.
			</p>
			<ul className="figures grid grid-cols-2 gap-2">
				{codes.map((code) => (
					<li key={code}>
						<code className="font-display">{code.replace(/(.{4})(?=.)/g, '$1 ')}</code>
					</li>
				))}
			</ul>
			<Button onClick={onSaved}>I’ve saved them</Button>
		</div>
	)
}
