import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { createClient } from '@supabase/supabase-js'
import { expect, test, vi } from 'vitest'
import { hasStoredSession, sessionStorageKey, storedBadgeName, storedCodeVerifier } from './stored-session.ts'

const user = { id: 'u', email: 'amina@example.com', user_metadata: { display_name: 'Amina Okafor' } }
const session = { access_token: 'a', refresh_token: 'r', expires_in: 3600, token_type: 'bearer', user }

/** The genuine client library over a storage that `window.localStorage` shares. */
function makeClient() {
	const items = new Map<string, string>()
	const storage = {
		getItem: (key: string) => items.get(key) ?? null,
		setItem: (key: string, value: string) => void items.set(key, value),
		removeItem: (key: string) => void items.delete(key),
	}
	vi.stubGlobal('window', { localStorage: storage })
	const client = createClient('https://shop.example', 'publishable-key', {
		auth: { flowType: 'pkce', storageKey: sessionStorageKey, autoRefreshToken: false, storage },
		global: { fetch: async () => Response.json(session) },
	})
	return { client, storage }
}

test('supabase-js stores the session where this module and the head script read it', async () => {
	const { client, storage } = makeClient()
	expect(hasStoredSession()).toBe(false)
	await client.auth.signInWithPassword({ email: user.email, password: 'secret' })
	expect(hasStoredSession()).toBe(true)
	expect(storedBadgeName()).toBe('Amina')

	const dataset: Record<string, string> = {}
	const document = { documentElement: { dataset, style: { setProperty: () => undefined } } }
	const code = readFileSync(new URL('../head/first-paint.js', import.meta.url), 'utf8')
	runInNewContext(code, { document, localStorage: storage })
	expect(dataset).toMatchObject({ session: 'in' })

	await client.auth.signOut({ scope: 'local' })
	expect(hasStoredSession()).toBe(false)
})

test('supabase-js stores the code verifier of an OAuth sign-in where this module reads it', async () => {
	const { client } = makeClient()
	expect(storedCodeVerifier()).toBeNull()
	await client.auth.signInWithOAuth({ provider: 'google', options: { skipBrowserRedirect: true } })
	expect(storedCodeVerifier()).toMatch(/.{43,}/)
})
