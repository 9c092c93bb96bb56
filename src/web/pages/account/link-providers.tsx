import { call } from '#web/session/call.ts'
import { toastFailure } from '#web/session/failure-toast.tsx'
import { SiteOnly } from '#web/site/shown.tsx'
import { Button } from '#web/ui/button.tsx'
import { useBusy } from '#web/ui/use-busy.ts'
import { useProof } from './use-proof.tsx'

/** Adds Google as a way to sign in, where this shop has it switched on and the account does not have it yet. */
export function LinkProviders({ linked }: { linked: readonly string[] }) {
	const { attempt, question } = useProof()
	const [busy, run] = useBusy()
	if (linked.includes('google')) return null
	return (
		<SiteOnly when="google-sign-in">
			<Button
				variant="secondary"
				aria-disabled={busy || undefined}
				onClick={() => run(() => attempt(linkGoogle))}
			>
				{busy ? 'Going to Google...' : 'Add Google'}
			</Button>
			{question}
		</SiteOnly>
	)
}

/** Sends the browser to Google, which leads back here. */
async function linkGoogle(): Promise<'stale' | 'done'> {
	const { answer, failure } = await call('/auth/v1/user/identities/authorize', (supabase) =>
		supabase.auth.linkIdentity({
			provider: 'google',
			options: { redirectTo: `${window.location.origin}/account` },
		}),
	)
	if (answer?.error?.code === 'reauthentication_needed') return 'stale'
	if (answer?.error === null) return 'done'
	const off = answer?.error.code === 'manual_linking_disabled'
	toastFailure(
		'Not added',
		failure,
		off ? 'This shop doesn’t allow that at the moment.' : 'Please try again in a moment.',
	)
	return 'done'
}
