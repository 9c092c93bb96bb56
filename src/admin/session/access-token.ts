import { readFreshToken } from '#admin/session/stored-session.ts'
import { lazyImport } from '#web/ui/lazy-import.ts'

/**
 * Returns the client of the Auth API. Its code isn't part of the first load: while the stored token is fresh, nothing needs it.
 */
export async function authClient() {
	return (await lazyImport(() => import('#admin/session/auth-client.ts'))).auth
}

/** Returns the access token of the session, refreshed if necessary; undefined if there is no session. */
export async function accessToken(): Promise<string | undefined> {
	const stored = readFreshToken()
	if (stored !== undefined) return stored
	const { data } = await (await authClient()).getSession()
	return data.session?.access_token
}
