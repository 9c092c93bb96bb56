import type { User, UserIdentity } from '@supabase/supabase-js'
import { useState } from 'react'
import { capitalised } from '#shared/wording.ts'
import { refusesRedirects } from '#web/session/begin-oauth.ts'
import { call } from '#web/session/call.ts'
import { hasPassword } from '#web/session/read-session.ts'
import { toastFailure } from '#web/session/toasts.tsx'
import { SiteOnly } from '#web/site/conditional-content.tsx'
import { Button } from '#web/ui/button.tsx'
import { useReturnFocus } from '#web/ui/focus.ts'
import { toast } from '#web/ui/toast.ts'
import { useBusy } from '#web/ui/use-busy.ts'
import { useReauthentication } from './reauthentication.tsx'

/** Lists the ways to sign in, and adds and removes them. */
export function Identities({ user }: { user: User }) {
	const identities = user.identities ?? []
	const isLast = identities.length <= 1
	return (
		<>
			<ul className="w-full border-t border-rule">
				{identities.map((identity) => (
					<IdentityRow
						key={identity.identity_id}
						identity={identity}
						withPassword={hasPassword(user)}
						isLast={isLast}
					/>
				))}
			</ul>
			<LinkProviders linked={identities.map(({ provider }) => provider)} />
		</>
	)
}

interface IdentityRowProps {
	identity: UserIdentity
	withPassword: boolean
	isLast: boolean
}

function IdentityRow({ identity, withPassword, isLast }: IdentityRowProps) {
	const [asking, setAsking] = useState(false)
	const { attempt, question } = useReauthentication()
	const opener = useReturnFocus<HTMLButtonElement>(asking)
	const name = nameOf(identity.provider, withPassword)
	const { email, phone } = identity.identity_data ?? {}
	const shown: unknown = identity.provider === 'phone' ? `+${phone}` : email
	return (
		<li className="grid gap-3 border-b border-rule py-4">
			<div className="flex flex-wrap items-center justify-between gap-3">
				<div className="min-w-0">
					<p className="font-display font-semibold">{name}</p>
					<p className="margin-note mt-0.5 wrap-anywhere">{typeof shown === 'string' ? shown : null}</p>
				</div>
				{isLast ? (
					<p className="margin-note">Can’t be removed</p>
				) : asking ? null : (
					<Button ref={opener} size="small" variant="secondary" onClick={() => setAsking(true)}>
						Remove<span className="sr-only"> {name}</span>
					</Button>
				)}
			</div>
			{asking ? (
				<div className="grid gap-3 border-l-2 border-marker pl-5">
					<p>
						{identity.provider !== 'email'
							? `You won’t be able to sign in to this account with ${name} any more.`
							: withPassword
								? 'This removes your password too. You won’t be able to sign in with it any more.'
								: 'You don’t have a password, so this only takes the entry off the list. You can still sign in by email.'}
					</p>
					<div className="flex flex-wrap gap-3">
						<Button size="small" autoFocus onClick={() => void attempt(() => unlink(identity, name))}>
							Remove {name}
						</Button>
						<Button size="small" variant="quiet" onClick={() => setAsking(false)}>
							Keep it
						</Button>
					</div>
				</div>
			) : null}
			{question}
		</li>
	)
}

async function unlink(identity: UserIdentity, name: string): Promise<'stale' | 'done'> {
	const { answer, failure } = await call('/auth/v1/user/identities', async (supabase) => {
		const unlinked = await supabase.auth.unlinkIdentity(identity)
		// Makes the whole page show the changed user.
		if (unlinked.error === null) await supabase.auth.refreshSession()
		return unlinked
	})
	if (answer?.error?.code === 'reauthentication_needed') return 'stale'
	if (answer?.error === null)
		toast.success(name === emailAndPassword ? 'Your password has been removed' : `${name} has been removed`)
	else if (answer?.error.code === 'manual_linking_disabled')
		toastFailure('Not removed', failure, 'This shop doesn’t allow that at the moment.')
	else toastFailure('Not removed', failure, 'Please try again in a moment.')
	return 'done'
}

const emailAndPassword = 'Email and password'

function nameOf(provider: string, withPassword: boolean): string {
	if (provider === 'email') return withPassword ? emailAndPassword : 'Email (no password)'
	if (provider.startsWith('sso:')) return 'Your university'
	return capitalised(provider)
}

/** Adds Google as a way to sign in, if the shop offers it and the account doesn’t have it yet. */
function LinkProviders({ linked }: { linked: readonly string[] }) {
	const { attempt, question } = useReauthentication()
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

/** Sends the browser to Google, which sends it back to this page. */
async function linkGoogle(): Promise<'stale' | 'done'> {
	if (refusesRedirects('Google')) return 'done'
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
