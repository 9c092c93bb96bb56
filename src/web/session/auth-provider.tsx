import type { Session, User } from '@supabase/supabase-js'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { toast } from '#web/ui/toast.ts'
import { call } from './call.ts'
import { followEnd, leaveQuietly } from './end-of-session.ts'
import { toastFailure } from './failure-toast.tsx'
import { awaitsSecondStep } from './second-step.ts'
import { hasStoredSession, sessionStorageKey } from './stored-session.ts'
import { getSupabase, onceClientExists } from './supabase.ts'

interface Auth {
	user: User | null
	session: Session | null
	/** True until it is known whether anybody is signed in; the prerendered pages are in this state. */
	loading: boolean
	/** Ends the session everywhere. Never rejects: a failure is shown to the visitor, who then is still signed in. */
	signOut: () => Promise<void>
	/** Somebody has given their password and not yet the second step: `user` and `session` are null until they have. */
	secondStepMissing: boolean
}

interface Known {
	session: Session | null
	loading: boolean
	secondStepMissing: boolean
}

const AuthContext = createContext<Auth | undefined>(undefined)
const nobody: Known = { session: null, loading: false, secondStepMissing: false }

/** Who the visitor is. A visitor without a stored session never downloads the client library until they act. */
export function AuthProvider({ children }: { children: ReactNode }) {
	const [known, setKnown] = useState<Known>({ ...nobody, loading: true })

	useEffect(() => {
		let unsubscribe: (() => void) | undefined
		const ignoreUnknownPayments = onceClientExists((supabase) => {
			// Every event brings the session as it now is; INITIAL_SESSION comes to each new subscriber.
			const { data } = supabase.auth.onAuthStateChange((_event, session) => setKnown(knownBy(session)))
			const stopFollowing = followEnd(supabase)
			unsubscribe = () => {
				data.subscription.unsubscribe()
				stopFollowing()
			}
		})

		function load() {
			getSupabase().catch(() => setKnown(nobody))
		}
		// Other tabs tell a client that exists of a sign-in or sign-out; without one, the stored session does.
		function followStorage(event: StorageEvent) {
			if (event.key !== null && event.key !== sessionStorageKey) return
			if (hasStoredSession()) load()
			else setKnown(nobody)
		}
		// A page kept in memory may have slept through a sign-out.
		function followReturn(event: PageTransitionEvent) {
			if (event.persisted && !hasStoredSession()) setKnown(nobody)
		}

		if (hasStoredSession()) load()
		else setKnown(nobody)
		window.addEventListener('storage', followStorage)
		window.addEventListener('pageshow', followReturn)
		return () => {
			window.removeEventListener('storage', followStorage)
			window.removeEventListener('pageshow', followReturn)
			ignoreUnknownPayments()
			unsubscribe?.()
		}
	}, [])

	useEffect(() => {
		if (!known.loading) markDocument(known.session !== null)
	}, [known])

	const signOut = useCallback(async () => {
		const { answer, failure } = await leaveQuietly(() =>
			call('/auth/v1/logout', (supabase) => supabase.auth.signOut()),
		)
		if (answer === null || answer.error !== null) {
			toastFailure('You are still signed in', failure, 'Signing out did not work. Please try again.')
		} else {
			toast.success('You are signed out')
		}
	}, [])

	const auth = useMemo(() => ({ user: known.session?.user ?? null, ...known, signOut }), [known, signOut])
	return <AuthContext value={auth}>{children}</AuthContext>
}

export function useAuth(): Auth {
	const auth = useContext(AuthContext)
	if (auth === undefined) throw new Error('useAuth must be used within an AuthProvider')
	return auth
}

function knownBy(session: Session | null): Known {
	if (session === null) return nobody
	const secondStepMissing = awaitsSecondStep(session)
	return { session: secondStepMissing ? null : session, loading: false, secondStepMissing }
}

/** Keeps in step the mark by which the head script chose the signed-in look before first paint. */
function markDocument(signedIn: boolean): void {
	if (signedIn) document.documentElement.dataset.session = 'in'
	else delete document.documentElement.dataset.session
}
