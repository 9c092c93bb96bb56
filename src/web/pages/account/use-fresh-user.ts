import { useEffect } from 'react'
import { call } from '#web/session/call.ts'

/**
 * The stored session knows the account as it was when the session was last renewed. What has changed since on other devices
 * (an address confirmed there, say) comes with a renewal, which every part of the page then follows.
 */
export function useFreshUser(userId: string | null): void {
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
