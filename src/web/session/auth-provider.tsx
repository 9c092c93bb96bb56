import type { Session, User } from '@supabase/supabase-js'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { lazyImport } from '#web/ui/lazy-import.ts'
import { toastUnreachable } from '#web/ui/toast.ts'
import type { KnownSession } from './client.ts'
import { hasStoredSession, sessionStorageKey } from './stored-session.ts'
import { getSupabase, onSession } from './supabase.ts'

interface Auth {
	user: User | null
	session: Session | null
	/** True until it is known whether the visitor is signed in. Always true on the server. */
	loading: boolean
	/** Ends all of the user’s sessions. Never rejects: if it fails, a message says so and the visitor stays signed in. */
	signOut: () => Promise<void>
	/** Whether the visitor still has to take the second step. Until then `user` and `session` are null. */
	secondStepMissing: boolean
}

interface AuthState extends KnownSession {
	loading: boolean
}

const AuthContext = createContext<Auth | undefined>(undefined)
const signedOut: AuthState = { session: null, loading: false, secondStepMissing: false }

/**
 * Provides the visitor’s session. Without a stored session, the client library is not downloaded until the visitor does
 * something that needs it.
 */
export function AuthProvider({ children }: { children: ReactNode }) {
	const [state, setState] = useState<AuthState>({ ...signedOut, loading: true })

	useEffect(() => {
		const stopListening = onSession((known) => setState({ ...known, loading: false }))

		function load() {
			getSupabase().catch(() => setState(signedOut))
		}
		// If there is a client, it notices sign-ins in other tabs by itself. Otherwise this watches the stored session.
		function onStorage(event: StorageEvent) {
			if (event.key !== null && event.key !== sessionStorageKey) return
			if (hasStoredSession()) load()
			else setState(signedOut)
		}
		// The visitor may have signed out while this page was in the back/forward cache.
		function onPageShow(event: PageTransitionEvent) {
			if (event.persisted && !hasStoredSession()) setState(signedOut)
		}

		if (hasStoredSession()) load()
		else setState(signedOut)
		window.addEventListener('storage', onStorage)
		window.addEventListener('pageshow', onPageShow)
		return () => {
			window.removeEventListener('storage', onStorage)
			window.removeEventListener('pageshow', onPageShow)
			stopListening()
		}
	}, [])

	useEffect(() => {
		if (!state.loading) markDocument(state.session !== null)
	}, [state])

	const auth = useMemo(() => ({ user: state.session?.user ?? null, ...state, signOut }), [state])
	return <AuthContext value={auth}>{children}</AuthContext>
}

export function useAuth(): Auth {
	const auth = useContext(AuthContext)
	if (auth === undefined) throw new Error('useAuth must be used within an AuthProvider')
	return auth
}

async function signOut(): Promise<void> {
	const loaded = await lazyImport(() => import('./sign-out.ts')).catch(() => null)
	if (loaded === null) toastUnreachable('You’re still signed in')
	else await loaded.signOut()
}

/** Updates the attribute that chooses the signed-in look. The head script set it before first paint. */
function markDocument(signedIn: boolean): void {
	if (signedIn) document.documentElement.dataset.session = 'in'
	else delete document.documentElement.dataset.session
}
