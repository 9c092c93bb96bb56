import { useEffect, useState } from 'react'
import { call } from '#web/session/call.ts'
import { toastFailure } from '#web/session/failure-toast.tsx'
import { publishableKey } from '#web/session/supabase.ts'
import { Button } from '#web/ui/button.tsx'

/** Signing in with Google, where this shop has it switched on. Stands last, so that nothing moves when it appears. */
export function ContinueWithGoogle() {
	const [offered, setOffered] = useState(false)
	useEffect(() => {
		// Where the settings cannot be had, the button is simply not offered.
		googleOffered().then(setOffered, () => undefined)
	}, [])
	if (!offered) return null
	return (
		<Button type="button" variant="secondary" onClick={continueWithGoogle}>
			Continue with Google
		</Button>
	)
}

async function googleOffered(): Promise<boolean> {
	const response = await fetch('/auth/v1/settings', { headers: { apikey: publishableKey() } })
	const settings: unknown = response.ok ? await response.json() : null
	if (typeof settings !== 'object' || settings === null || !('external' in settings)) return false
	const { external } = settings
	return typeof external === 'object' && external !== null && 'google' in external && external.google === true
}

async function continueWithGoogle(): Promise<void> {
	const { answer, failure } = await call('/auth/v1/authorize', (supabase) =>
		supabase.auth.signInWithOAuth({
			provider: 'google',
			options: { redirectTo: `${window.location.origin}/` },
		}),
	)
	if (answer?.error !== null)
		toastFailure('Error', failure, 'An unexpected error occurred. Please try again.')
}
