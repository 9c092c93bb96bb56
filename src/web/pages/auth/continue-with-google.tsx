import { useEffect, useState } from 'react'
import { call } from '#web/session/call.ts'
import { toastUnexpected } from '#web/session/failure-toast.tsx'
import { rememberTarget } from '#web/session/going-to.ts'
import { prepareSupabase } from '#web/session/supabase.ts'
import { useAlive } from '#web/session/use-query.ts'
import { SiteOnly } from '#web/site/shown.tsx'
import { Button } from '#web/ui/button.tsx'

interface ContinueWithGoogleProps {
	/** The page of this site to go on to. */
	target: string
}

/** Signing in with Google, where this shop has it switched on: elsewhere the server leaves the button out of the page. */
export function ContinueWithGoogle({ target }: ContinueWithGoogleProps) {
	const alive = useAlive()
	const [busy, setBusy] = useState(false)
	useEffect(() => {
		// Whoever comes back by the Back button finds the button as it was.
		const wake = () => setBusy(false)
		window.addEventListener('pageshow', wake)
		return () => window.removeEventListener('pageshow', wake)
	}, [])

	async function go() {
		if (busy) return
		setBusy(true)
		rememberTarget(target)
		// The browser is on its way, unless this says otherwise.
		setBusy(await continueWithGoogle())
	}

	return (
		<SiteOnly when="google-sign-in" className="grid w-full">
			<Button
				variant="secondary"
				disabled={!alive}
				aria-disabled={busy || undefined}
				onFocus={prepareSupabase}
				onPointerEnter={prepareSupabase}
				onClick={go}
			>
				{busy ? 'Going to Google...' : 'Continue with Google'}
			</Button>
		</SiteOnly>
	)
}

/** Sends the browser to Google, back to the site's front page in the end (docs/specification.md section 7). False where it stays here. */
async function continueWithGoogle(): Promise<boolean> {
	const { answer, failure } = await call('/auth/v1/authorize', (supabase) =>
		supabase.auth.signInWithOAuth({
			provider: 'google',
			options: { redirectTo: `${window.location.origin}/` },
		}),
	)
	if (answer?.error === null) return true
	toastUnexpected(failure)
	return false
}
