import { useEffect, useState } from 'react'
import { auth } from '#admin/session/auth-client.ts'
import { checkSession } from '#admin/session/session.ts'
import { messageFor } from '#admin/sign-in/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { useBusy } from '#web/ui/use-busy.ts'
import { useForm } from '#web/ui/use-form.ts'

/** Signs in with the member's account at the shop. */
export function SignInForm() {
	const { busy, errors, form } = useForm(async ({ field, refuse }) => {
		const { error } = await auth.signInWithPassword({ email: field('email'), password: field('password') })
		if (error === null) await checkSession()
		else refuse({ password: messageFor(error) })
	})
	return (
		<>
			<form {...form} className="grid gap-5">
				<Field label="Email" name="email" type="email" autoComplete="username" required autoFocus />
				<Field
					label="Password"
					name="password"
					type="password"
					autoComplete="current-password"
					required
					error={errors.password}
				/>
				<Button type="submit" aria-disabled={busy || undefined}>
					{busy ? 'Signing in …' : 'Sign in'}
				</Button>
			</form>
			<PasskeyButton />
			<p className="margin-note">
				Use the account you have at the shop. Forgotten your password? Set a new one there.
			</p>
		</>
	)
}

/** Shown only if passkeys of the shop can be used on the admin’s host. */
function PasskeyButton() {
	const [offered, setOffered] = useState(false)
	const [error, setError] = useState<string>()
	const [busy, run] = useBusy()
	useEffect(() => {
		if (typeof window.PublicKeyCredential === 'undefined') return
		fetch('/auth/v1/settings')
			.then((response) => response.json())
			.then((settings: { passkeys_enabled?: unknown }) => setOffered(settings.passkeys_enabled === true))
			.catch(() => {})
	}, [])
	if (!offered) return null

	async function use() {
		setError(undefined)
		const { error: failure } = await auth.signInWithPasskey()
		if (failure === null) await checkSession()
		else if (failure.name !== 'NotAllowedError' && failure.code !== 'ERROR_CEREMONY_ABORTED')
			setError(messageFor(failure))
	}
	return (
		<div className="grid gap-2">
			<Button variant="secondary" aria-disabled={busy || undefined} onClick={() => run(use)}>
				Use a passkey
			</Button>
			<p role="alert" className="margin-note text-brick empty:hidden">
				{error}
			</p>
		</div>
	)
}
