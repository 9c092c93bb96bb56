import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import { isSigningOut } from '#web/session/end-of-session.ts'
import { keepChannel } from '#web/session/keep-channel.ts'

interface Watch {
	userId: string
	listeners: Set<() => void>
	/** Whether the server is currently sending changes. */
	isLive: boolean
	stop: () => void
}

let watch: Watch | undefined
/** Changes that are less than this many milliseconds apart call the listeners only once. */
const settleMs = 100

/**
 * Calls `listener` whenever the user’s purchases may have changed on any device. It is called after each change. It is also
 * called after each new connection, because the server does not repeat earlier changes. While the page is hidden there is no
 * connection, so nothing is reported. Returns a function that stops this.
 */
export function watchPurchases(userId: string, listener: () => void): () => void {
	if (watch?.userId !== userId) {
		watch?.stop()
		watch = begin(userId)
	}
	const { listeners } = watch
	listeners.add(listener)
	return () => {
		listeners.delete(listener)
		if (listeners.size > 0 || watch?.listeners !== listeners) return
		watch.stop()
		watch = undefined
	}
}

/** Returns whether the server is currently sending changes to the user’s purchases. */
export function isLive(): boolean {
	return watch?.isLive ?? false
}

function begin(userId: string): Watch {
	const begun: Watch = { userId, listeners: new Set(), isLive: false, stop: () => {} }
	let settling: number | undefined

	function callSoon(): void {
		clearTimeout(settling)
		settling = window.setTimeout(() => {
			// Waits for the end of a sign-out. If it succeeds, watching stops; if it fails, the visitor still sees their purchases.
			if (isSigningOut()) callSoon()
			else for (const listener of begun.listeners) listener()
		}, settleMs)
	}

	function join(supabase: SupabaseClient): RealtimeChannel {
		const mine = { schema: 'public', table: 'purchases', filter: `user_id=eq.${userId}` }
		return supabase
			.channel(`purchases of ${userId}`)
			.on('postgres_changes', { event: '*', ...mine }, callSoon)
			.subscribe((state) => {
				begun.isLive = state === 'SUBSCRIBED'
				if (begun.isLive) callSoon()
			})
	}

	const leave = keepChannel(join, () => {
		begun.isLive = false
	})
	begun.stop = () => {
		clearTimeout(settling)
		leave()
	}
	return begun
}
