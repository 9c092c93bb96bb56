import { useState } from 'react'
import { prepareSupabase } from '#web/session/supabase.ts'
import { useWebAuthn } from '#web/session/use-in-browser.ts'
import { SiteOnly } from '#web/site/conditional-content.tsx'
import { Button } from '#web/ui/button.tsx'
import { lazyImport } from '#web/ui/lazy-import.ts'
import { toastUnreachable } from '#web/ui/toast.ts'
import { useBusy } from '#web/ui/use-busy.ts'
import { ContinueWithGoogle } from './continue-with-google.tsx'
import type { PhoneSteps } from './phone-steps.tsx'
import type { UniversityForm } from './university-form.tsx'

interface OtherWaysProps {
	/** The page to go to afterwards. */
	target: string
	/** Whether Google comes first, as it does in a browser that Google signs in from. */
	withGoogle: boolean
	/** Called with the form for signing in by phone, if the visitor chooses that. */
	onPhone: (form: PhoneForm) => void
}

export type PhoneForm = typeof PhoneSteps

/**
 * The ways to sign in that need neither an email address nor a password. The server removes those that the shop doesn’t offer.
 */
export function OtherWays({ target, withGoogle, onPhone }: OtherWaysProps) {
	const withPasskeys = useWebAuthn()
	return (
		<SiteOnly
			when={[
				...(withGoogle ? (['google-sign-in'] as const) : []),
				...(withPasskeys ? (['passkeys'] as const) : []),
				'campus-sign-in',
				'phone-sign-in',
			]}
			className="scripts-only grid w-full gap-2"
		>
			{withGoogle ? <ContinueWithGoogle target={target} /> : null}
			{withPasskeys ? (
				<SiteOnly when="passkeys" className="grid w-full">
					<SignInWithPasskey />
				</SiteOnly>
			) : null}
			<SiteOnly when="campus-sign-in" className="grid w-full">
				<SignInAtUniversity target={target} />
			</SiteOnly>
			<SiteOnly when="phone-sign-in" className="grid w-full">
				<SignInByPhone onPhone={onPhone} />
			</SiteOnly>
			<p className="margin-note between-rules mt-1 flex items-center gap-4">or with your email</p>
		</SiteOnly>
	)
}

/** Asks the browser for a passkey. As with the other ways, its script is loaded on first use. */
function SignInWithPasskey() {
	return (
		<WayButton
			label="Sign in with a passkey"
			busyLabel="Waiting for your passkey..."
			load={() => import('./passkey-sign-in.ts')}
			onLoaded={({ signInWithPasskey }) => signInWithPasskey()}
		/>
	)
}

/** Asks for a university address. */
function SignInAtUniversity({ target }: Pick<OtherWaysProps, 'target'>) {
	const [Form, setForm] = useState<typeof UniversityForm>()
	if (Form !== undefined) return <Form target={target} />
	return (
		<WayButton
			label="Sign in with your university"
			load={() => import('./university-form.tsx')}
			onLoaded={(loaded) => setForm(() => loaded.UniversityForm)}
		/>
	)
}

/** Opens the form for a mobile number. */
function SignInByPhone({ onPhone }: Pick<OtherWaysProps, 'onPhone'>) {
	return (
		<WayButton
			label="Sign in by phone"
			load={() => import('./phone-steps.tsx')}
			onLoaded={({ PhoneSteps }) => onPhone(PhoneSteps)}
		/>
	)
}

interface WayButtonProps<Module> {
	label: string
	busyLabel?: string
	load: () => Promise<Module>
	onLoaded: (module: Module) => void | Promise<void>
}

function WayButton<Module>({ label, busyLabel = label, load, onLoaded }: WayButtonProps<Module>) {
	const [busy, run] = useBusy()

	async function go() {
		const loaded = await lazyImport(load).catch(() => null)
		if (loaded === null) toastUnreachable('You’re not signed in')
		else await onLoaded(loaded)
	}

	return (
		<Button
			variant="quiet"
			aria-disabled={busy || undefined}
			onFocus={prepareSupabase}
			onPointerEnter={prepareSupabase}
			onClick={() => run(go)}
		>
			{busy ? busyLabel : label}
		</Button>
	)
}
