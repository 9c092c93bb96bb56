import { type ComponentType, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { AccountPage } from '#web/account/account-page.tsx'
import { pageMeta } from '#web/head/page-meta.ts'
import { useAuth } from '#web/session/auth-provider.tsx'
import { call } from '#web/session/call.ts'
import { signInPath } from '#web/session/sign-in-paths.ts'
import { hasStoredSession } from '#web/session/stored-session.ts'
import { orNotLoaded } from '#web/ui/later-part.tsx'
import type { SectionsProps } from './sections.tsx'

export function meta() {
	return pageMeta({
		title: 'Your account',
		description: 'Your name, address, password, devices and data.',
		path: '/account',
		indexed: false,
	})
}

/** Shows everything that users can see and change about their account. */
export default function OwnAccountPage() {
	const navigate = useNavigate()
	const { user, loading } = useAuth()
	const Sections = useSections(user !== null)
	const signedOut = !loading && user === null
	useFreshUser(user?.id ?? null)

	useEffect(() => {
		if (signedOut) void navigate(signInPath('/account'), { replace: true })
	}, [signedOut, navigate])

	return (
		<AccountPage title="Your account" ready={user !== null && Sections !== null}>
			{user === null || Sections === null ? <LoadingSections /> : <Sections key={user.id} user={user} />}
		</AccountPage>
	)
}

/** Loads the sections, which only users see, while the session is being checked. Returns null until then. */
function useSections(isSignedIn: boolean): ComponentType<SectionsProps> | null {
	const [Sections, setSections] = useState<ComponentType<SectionsProps> | null>(null)
	useEffect(() => {
		if (!isSignedIn && !hasStoredSession()) return
		void orNotLoaded(() => import('./sections.tsx')).then((loaded) => setSections(() => loaded.default))
	}, [isSignedIn])
	return Sections
}

/** A placeholder in the shape of the sections. */
function LoadingSections() {
	return (
		<div role="status" className="scripts-only">
			<span className="sr-only">Loading your account</span>
			{['name', 'email', 'password'].map((section) => (
				<div
					key={section}
					aria-hidden
					className="grid gap-x-12 gap-y-5 border-t border-rule py-9 xl:grid-cols-[14rem_minmax(0,1fr)]"
				>
					<div className="h-7 w-32 bg-rule" />
					<div className="h-12 bg-rule" />
				</div>
			))}
		</div>
	)
}

/**
 * Refreshes the session if the account has changed since it was last refreshed, for example because the user confirmed a new
 * address on another device.
 */
function useFreshUser(userId: string | null): void {
	useEffect(() => {
		if (userId === null) return
		void call('/auth/v1/user', async (supabase) => {
			const [{ data: known }, { data: fresh }] = [
				await supabase.auth.getSession(),
				await supabase.auth.getUser(),
			]
			const stored = known.session?.user.updated_at
			if (fresh.user !== null && fresh.user.updated_at !== stored) await supabase.auth.refreshSession()
		})
	}, [userId])
}
