import type { Session, User } from '@supabase/supabase-js'
import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react'
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

const unknown: Auth = { user: null, session: null, loading: true, signOut, secondStepMissing: false }
/** What is known. Not the value of the context: if that changed, React would render the parts of a page that wait for their first use. */
let auth = unknown
const listeners = new Set<() => void>()

function learn({ session, secondStepMissing }: KnownSession): void {
	auth = { user: session?.user ?? null, session, loading: false, signOut, secondStepMissing }
	markDocument(session !== null)
	for (const listener of listeners) listener()
}

const ProvidedContext = createContext(false)

/**
 * Provides the visitor’s session. Without a stored session, the client library is not downloaded until the visitor does
 * something that needs it.
 */
export function AuthProvider({ children }: { children: ReactNode }) {
	useEffect(() => {
		const stopListening = onSession(learn)

		const forget = () => learn({ session: null, secondStepMissing: false })
		function load() {
			getSupabase().catch(forget)
		}
		// If there is a client, it notices sign-ins in other tabs by itself. Otherwise this watches the stored session.
		function onStorage(event: StorageEvent) {
			if (event.key !== null && event.key !== sessionStorageKey) return
			if (hasStoredSession()) load()
			else forget()
		}
		// The visitor may have signed out while this page was in the back/forward cache.
		function onPageShow(event: PageTransitionEvent) {
			if (event.persisted && !hasStoredSession()) forget()
		}

		if (hasStoredSession()) load()
		else forget()
		window.addEventListener('storage', onStorage)
		window.addEventListener('pageshow', onPageShow)
		return () => {
			window.removeEventListener('storage', onStorage)
			window.removeEventListener('pageshow', onPageShow)
			stopListening()
		}
	}, [])

	return <ProvidedContext value={true}>{children}</ProvidedContext>
}

export function useAuth(): Auth {
	if (!useContext(ProvidedContext)) throw new Error('useAuth must be used within an AuthProvider')
	return useSyncExternalStore(
		subscribe,
		() => auth,
		() => unknown,
	)
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener)
	return () => {
		listeners.delete(listener)
	}
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
