import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js'
import { anyNetworkHeader } from '#shared/any-network.ts'
import { forgetGuides } from '#web/offline/kept-guides.ts'
import { browserStorage } from '#web/ui/browser-storage.ts'
import { watchSessionEnd } from './end-of-session.ts'
import { watchedFetch } from './failed-requests.ts'
import { awaitsSecondStep } from './read-session.ts'
import { sessionStorageKey } from './stored-session.ts'

export function openClient(publishableKey: string): SupabaseClient {
	return createClient(window.location.origin, publishableKey, {
		auth: {
			flowType: 'pkce',
			storageKey: sessionStorageKey,
			// The same as the rest of the site reads, so that both always agree whether the visitor is signed in.
			storage: {
				getItem: browserStorage.read,
				setItem: (key, text) => {
					browserStorage.write(key, text)
				},
				removeItem: browserStorage.remove,
			},
			detectSessionInUrl: false,
			experimental: { recoveryCodes: true },
		},
		global: { fetch: watchedFetch, headers: { [anyNetworkHeader]: '1' } },
	})
}

export interface KnownSession {
	/** Null while the second step is missing, because every API rejects the session until then. */
	session: Session | null
	secondStepMissing: boolean
}

/** Calls `listener` with the current session, and again whenever it changes. Returns a function that stops this. */
export function watchSession(supabase: SupabaseClient, listener: (known: KnownSession) => void): () => void {
	// Every event carries the current session. Each new subscriber receives INITIAL_SESSION.
	const { data } = supabase.auth.onAuthStateChange((event, session) => {
		listener(known(session))
		if (event === 'SIGNED_OUT') void forgetGuides()
	})
	const stopWatching = watchSessionEnd(supabase)
	return () => {
		data.subscription.unsubscribe()
		stopWatching()
	}
}

function known(session: Session | null): KnownSession {
	const secondStepMissing = session !== null && awaitsSecondStep(session)
	return { session: secondStepMissing ? null : session, secondStepMissing }
}
