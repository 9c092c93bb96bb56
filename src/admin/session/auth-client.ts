import { AuthClient } from '@supabase/supabase-js'
import { anyNetworkHeader } from '#shared/any-network.ts'

/** The key under which the browser stores the session. The shop's session is on another origin, and has another key. */
const storageKey = 'headstart-admin-session'

/** The client of the Auth API, which the admin serves on its own origin. */
export const auth = new AuthClient({
	url: `${window.location.origin}/auth/v1`,
	headers: { apikey: publishableKey(), [anyNetworkHeader]: '1' },
	storageKey,
	autoRefreshToken: true,
	persistSession: true,
	detectSessionInUrl: false,
	flowType: 'pkce',
	experimental: { recoveryCodes: true, passkey: true },
})

/** Returns the access token of the session, refreshed if necessary; undefined if there is no session. */
export async function accessToken(): Promise<string | undefined> {
	const { data } = await auth.getSession()
	return data.session?.access_token
}

/** Returns the publishable key, which the server has written into the page. */
function publishableKey(): string {
	return document.querySelector('meta[name="publishable-key"]')?.getAttribute('content') ?? ''
}
