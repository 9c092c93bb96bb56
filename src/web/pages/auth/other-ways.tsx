import { prepareSupabase } from '#web/session/supabase.ts'
import { useHydrated, useWebAuthn } from '#web/session/use-in-browser.ts'
import { SiteOnly } from '#web/site/conditional-content.tsx'
import { Button } from '#web/ui/button.tsx'
import { lazyImport } from '#web/ui/lazy-import.ts'
import { toastUnreachable } from '#web/ui/toast.ts'
import { useBusy } from '#web/ui/use-busy.ts'
import { ContinueWithGoogle } from './continue-with-google.tsx'

interface OtherWaysProps {
	/** The page to go to afterwards. */
	target: string
}

/** The ways to sign in that need neither an email address nor a password. The server removes those that the shop doesn’t offer. */
export function OtherWays({ target }: OtherWaysProps) {
	const withPasskeys = useWebAuthn()
	return (
		<SiteOnly
			when={withPasskeys ? ['google-sign-in', 'passkeys'] : 'google-sign-in'}
			className="grid w-full gap-2"
		>
			<ContinueWithGoogle target={target} />
			{withPasskeys ? (
				<SiteOnly when="passkeys" className="grid w-full">
					<SignInWithPasskey />
				</SiteOnly>
			) : null}
			<p className="margin-note mt-1 flex items-center gap-4 before:grow before:border-t before:border-rule after:grow after:border-t after:border-rule">
				or with your email
			</p>
		</SiteOnly>
	)
}

/** Asks the browser for a passkey. Its code is loaded on first use. */
function SignInWithPasskey() {
	const hydrated = useHydrated()
	const [busy, run] = useBusy()

	async function signIn() {
		const loaded = await lazyImport(() => import('./passkey-sign-in.ts')).catch(() => null)
		if (loaded === null) toastUnreachable('You’re not signed in')
		else await loaded.signInWithPasskey()
	}

	return (
		<Button
			variant="quiet"
			disabled={!hydrated}
			aria-disabled={busy || undefined}
			onFocus={prepareSupabase}
			onPointerEnter={prepareSupabase}
			onClick={() => run(signIn)}
		>
			{busy ? 'Waiting for your passkey...' : 'Sign in with a passkey'}
		</Button>
	)
}
