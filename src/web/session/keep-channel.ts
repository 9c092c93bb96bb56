import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import { getSupabase } from './supabase.ts'

/**
 * Keeps a channel of the Realtime API open while the page is visible, from when the page is idle.
 *
 * @param join Joins the channel; called again each time the page becomes visible.
 * @param onLeft Called each time the channel has been left.
 * @returns A function that leaves it for good.
 */
export function keepChannel(
	join: (supabase: SupabaseClient) => RealtimeChannel,
	onLeft: () => void,
): () => void {
	const stopped = new AbortController()

	async function open(): Promise<void> {
		const supabase = await getSupabase()
		const { signal } = stopped
		let channel: RealtimeChannel | undefined
		function leave(): void {
			if (channel === undefined) return
			const isLast = supabase.getChannels().length === 1
			void supabase.removeChannel(channel)
			channel = undefined
			onLeft()
			if (isLast) void supabase.realtime.disconnect()
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

	// Connects once the page is idle. Safari has no `requestIdleCallback`.
	if (typeof requestIdleCallback === 'function') requestIdleCallback(() => void open().catch(() => undefined))
	else setTimeout(() => void open().catch(() => undefined))
	return () => stopped.abort()
}
