import { continueWithGoogle } from '#web/session/oauth.ts'
import { prepareSupabase } from '#web/session/supabase.ts'
import { useHydrated } from '#web/session/use-query.ts'
import { SiteOnly } from '#web/site/conditional-content.tsx'
import { Button } from '#web/ui/button.tsx'
import { useBusy } from '#web/ui/use-busy.ts'

interface ContinueWithGoogleProps {
	/** The page to go to afterwards. */
	target: string
}

/** The button to sign in with Google. The server removes it from the page if the shop hasn’t set Google up. */
export function ContinueWithGoogle({ target }: ContinueWithGoogleProps) {
	const hydrated = useHydrated()
	const [busy, run] = useBusy()

	return (
		<SiteOnly when="google-sign-in" className="grid w-full">
			<Button
				variant="secondary"
				disabled={!hydrated}
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
