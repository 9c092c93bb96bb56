import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import { isSigningOut } from '#web/session/end-of-session.ts'
import { getSupabase } from '#web/session/supabase.ts'

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
	const stopped = new AbortController()
	const begun: Watch = { userId, listeners: new Set(), isLive: false, stop: () => stopped.abort() }
	let settling: number | undefined

	function callSoon(): void {
		clearTimeout(settling)
		settling = window.setTimeout(() => {
			// Waits for the end of a sign-out. If it succeeds, watching stops; if it fails, the visitor still sees their purchases.
			if (isSigningOut()) callSoon()
			else if (!stopped.signal.aborted) for (const listener of begun.listeners) listener()
		}, settleMs)
	}

	async function open(): Promise<void> {
		const supabase = await getSupabase()
		const { signal } = stopped
		let channel: RealtimeChannel | undefined
		function leave(): void {
			if (channel === undefined) return
			begun.isLive = false
			void supabase.removeChannel(channel)
			channel = undefined
			void supabase.realtime.disconnect()
		}
		async function followVisibility(): Promise<void> {
			if (document.visibilityState === 'hidden') return leave()
			// Without this, the channel would be joined before the client knows the user.
			await supabase.realtime.setAuth()
			if (!signal.aborted && document.visibilityState === 'visible') channel ??= join(supabase)
		}
		signal.addEventListener('abort', leave)
		// A hidden page needs no connection. The browser does not keep a page with an open connection for the Back button.
		document.addEventListener('visibilitychange', () => void followVisibility(), { signal })
		window.addEventListener('pagehide', leave, { signal })
		window.addEventListener('pageshow', () => void followVisibility(), { signal })
		await followVisibility()
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

	// Connects once the page is idle. Safari has no `requestIdleCallback`.
	if (typeof requestIdleCallback === 'function') requestIdleCallback(() => void open().catch(() => undefined))
	else setTimeout(() => void open().catch(() => undefined))
	return begun
}
