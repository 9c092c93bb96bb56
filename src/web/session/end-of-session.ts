import type { SupabaseClient } from '@supabase/supabase-js'
import { toast } from '#web/ui/toast.ts'
import { meaningOf, onRefusal } from './failed-requests.ts'
import { hasStoredSession } from './stored-session.ts'

/** The number of sign-outs in progress that the visitor asked for. */
let signOuts = 0

/**
 * Says whether a sign-out that the visitor asked for is in progress. Until it is over, the page should load nothing, because
 * the server would refuse it.
 */
export function isSigningOut(): boolean {
	return signOuts > 0
}

/** Runs a sign-out that the visitor asked for, without the message that their session has ended. */
export async function signOutQuietly<T>(run: () => Promise<T>): Promise<T> {
	signOuts += 1
	try {
		return await run()
	} finally {
		signOuts -= 1
	}
}

/**
 * When the server says that the session is over (signed out on another device, password changed, account deleted), ends it in
 * this browser too and shows the visitor one message. Returns a function that stops this.
 */
export function watchSessionEnd(supabase: SupabaseClient): () => void {
	let refused = false
	let asking = false
	const stopListening = onRefusal((refusal) => {
		const meaning = meaningOf(refusal)
		if (meaning === null || signOuts > 0 || !hasStoredSession()) return
		if (meaning === 'doubtful') void ask()
		else refused = true
		if (meaning === 'over') void supabase.auth.signOut({ scope: 'local' })
	})
	async function ask() {
		if (asking) return
		asking = true
		await checkSession(supabase).catch(() => undefined)
		asking = false
	}
	const { data } = supabase.auth.onAuthStateChange((event) => {
		if (event === 'SIGNED_OUT' && refused && signOuts === 0) toastSessionOver()
		if (event === 'SIGNED_OUT' || event === 'SIGNED_IN') refused = false
	})
	return () => {
		stopListening()
		data.subscription.unsubscribe()
	}
}

function toastSessionOver(): void {
	toast.info('You’ve been signed out', {
		description:
			'This device was signed out, or your session expired. Your guides are safe: just sign in again.',
		duration: 10_000,
	})
}

/**
 * Asks the server whether the session is still valid. Removes an invalid session from this browser, so that the next page doesn't
 * treat the visitor as signed in.
 */
export async function checkSession(supabase: SupabaseClient): Promise<boolean> {
	const { data, error } = await supabase.auth.getUser()
	if (data.user !== null) return true
	const refused = error?.status === 401 || error?.status === 403 || error?.name === 'AuthSessionMissingError'
	if (refused) await supabase.auth.signOut({ scope: 'local' })
	return !refused
}
