import { call } from './call.ts'

/**
 * Asks the server whether the session still lives, after it refused a call for want of one (signed out elsewhere, account
 * gone). A dead session is removed from this browser, so that the next page does not take the visitor for signed in.
 */
export async function stillSignedIn(): Promise<boolean> {
	const { answer } = await call('/auth/v1/user', async (supabase) => {
		const { data, error } = await supabase.auth.getUser()
		if (data.user !== null) return true
		const refused =
			error?.status === 401 || error?.status === 403 || error?.name === 'AuthSessionMissingError'
		if (refused) await supabase.auth.signOut({ scope: 'local' })
		return !refused
	})
	return answer ?? true
}
