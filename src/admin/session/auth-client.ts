import { AuthClient } from '@supabase/supabase-js'
import { storageKey } from '#admin/session/stored-session.ts'
import { anyNetworkHeader } from '#shared/any-network.ts'

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

/** Returns the publishable key, which the server has written into the page. */
function publishableKey(): string {
	return document.querySelector('meta[name="publishable-key"]')?.getAttribute('content') ?? ''
}
