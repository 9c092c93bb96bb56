import { call } from '#web/session/call.ts'
import { toastUnexpected } from '#web/session/failure-toast.tsx'
import { rememberTarget } from '#web/session/going-to.ts'
import { prepareSupabase } from '#web/session/supabase.ts'
import { useAlive } from '#web/session/use-query.ts'
import { SiteOnly } from '#web/site/shown.tsx'
import { Button } from '#web/ui/button.tsx'
import { useBusy } from '#web/ui/use-busy.ts'

interface ContinueWithGoogleProps {
	/** The page of this site to go on to. */
	target: string
}

/** Signing in with Google, where this shop has it switched on: elsewhere the server leaves the button out of the page. */
export function ContinueWithGoogle({ target }: ContinueWithGoogleProps) {
	const alive = useAlive()
	const [busy, run] = useBusy()

	return (
		<SiteOnly when="google-sign-in" className="grid w-full">
			<Button
				variant="secondary"
				disabled={!alive}
				aria-disabled={busy || undefined}
				onFocus={prepareSupabase}
				onPointerEnter={prepareSupabase}
				onClick={() => run(() => continueWithGoogle(target))}
			>
				{busy ? 'Going to Google...' : 'Continue with Google'}
			</Button>
		</SiteOnly>
	)
}

/** Sends the browser to Google, which sends it back to the home page (docs/specification.md section 7). */
async function continueWithGoogle(target: string): Promise<'leaving' | 'failed'> {
	rememberTarget(target)
	const { answer, failure } = await call('/auth/v1/authorize', (supabase) =>
		supabase.auth.signInWithOAuth({
			provider: 'google',
			options: { redirectTo: `${window.location.origin}/` },
		}),
	)
	if (answer?.error === null) return 'leaving'
	toastUnexpected(failure)
	return 'failed'
}
