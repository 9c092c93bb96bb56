import type { SupabaseClient } from '@supabase/supabase-js'
import { toast } from '#web/ui/toast.ts'
import { meaningOf, onRefusal } from './refusals.ts'
import { stillSignedIn } from './still-signed-in.ts'
import { hasStoredSession } from './stored-session.ts'

/** How many sign-outs of the visitor's own are under way. */
let leaving = 0

/** Runs a sign-out the visitor has asked for: its end is no news to them. */
export async function leaveQuietly<T>(run: () => Promise<T>): Promise<T> {
	leaving += 1
	try {
		return await run()
	} finally {
		leaving -= 1
	}
}

/**
 * Ends the session in this browser when the server says that it is over (signed out from another device, a new password,
 * a deleted account), and tells the visitor once. Gives back how to stop.
 */
export function followEnd(supabase: SupabaseClient): () => void {
	let refused = false
	let asking = false
	const stopListening = onRefusal((refusal) => {
		const meaning = meaningOf(refusal)
		if (meaning === null || leaving > 0 || !hasStoredSession()) return
		if (meaning === 'doubtful') void ask()
		else refused = true
		if (meaning === 'over') void supabase.auth.signOut({ scope: 'local' })
	})
	async function ask() {
		if (asking) return
		asking = true
		await stillSignedIn()
		asking = false
	}
	const { data } = supabase.auth.onAuthStateChange((event) => {
		if (event === 'SIGNED_OUT' && refused && leaving === 0) sayOver()
		if (event === 'SIGNED_OUT' || event === 'SIGNED_IN') refused = false
	})
	return () => {
		stopListening()
		data.subscription.unsubscribe()
	}
}

function sayOver(): void {
	toast.info('You have been signed out', {
		id: 'session-over',
		description:
			'This device was signed out, or your session expired. Your guides are safe: just sign in again.',
		duration: 10_000,
	})
}
