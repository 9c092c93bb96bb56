import { isRecord } from '#shared/json.ts'
import { browserStorage } from '#web/ui/browser-storage.ts'
import { lazyImport } from '#web/ui/lazy-import.ts'

/** The key under which the browser stores the session. The shop's session is on another origin, and has another key. */
export const storageKey = 'headstart-admin-session'

/** The client refreshes a token that expires sooner than this, in milliseconds. */
const marginMs = 90_000

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

/** Returns the stored access token; undefined if there is none, or it expires too soon. */
function readFreshToken(): string | undefined {
	try {
		const session: unknown = JSON.parse(browserStorage.read(storageKey) ?? 'null')
		if (!isRecord(session)) return undefined
		const { access_token: token, expires_at: expiresAt } = session
		const isFresh = typeof expiresAt === 'number' && expiresAt * 1_000 - Date.now() > marginMs
		return isFresh && typeof token === 'string' ? token : undefined
	} catch {
		return undefined
	}
}
