import { isRecord } from '#shared/json.ts'
import { browserStorage } from '#web/ui/browser-storage.ts'

/** The key under which the browser stores the session. The shop's session is on another origin, and has another key. */
export const storageKey = 'headstart-admin-session'

/** The client refreshes a token that expires sooner than this, in milliseconds. */
const marginMs = 90_000

/** Returns the stored access token; undefined if there is none, or it expires too soon. */
export function readFreshToken(): string | undefined {
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
