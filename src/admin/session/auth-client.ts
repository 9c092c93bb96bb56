import { AuthClient } from '@supabase/supabase-js'

/** Where the browser keeps the session. The shop's is on another origin, and has another name. */
const storageKey = 'headstart-admin-session'

/** The Auth API, as the admin serves it. */
export const auth = new AuthClient({
	url: `${window.location.origin}/auth/v1`,
	headers: { apikey: publishableKey() },
	storageKey,
	autoRefreshToken: true,
	persistSession: true,
	detectSessionInUrl: false,
	flowType: 'pkce',
	experimental: { recoveryCodes: true, passkey: true },
})

/** Returns the access token of the session, which is refreshed if need be; undefined if there is none. */
export async function accessToken(): Promise<string | undefined> {
	const { data } = await auth.getSession()
	return data.session?.access_token
}

/** The server has written it into the page. */
function publishableKey(): string {
	return document.querySelector('meta[name="publishable-key"]')?.getAttribute('content') ?? ''
}
