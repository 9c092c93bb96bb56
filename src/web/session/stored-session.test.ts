import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { createClient } from '@supabase/supabase-js'
import { afterEach, expect, test, vi } from 'vitest'
import { storedBadgeName } from './badge-name.ts'
import {
	forgetAddressProof,
	forgetSignUpProof,
	hasCodeVerifier,
	hasStoredSession,
	readAddressProof,
	readSignUpProof,
	readStoredUser,
	sessionStorageKey,
	storeAddressProof,
	storeSignUpProof,
} from './stored-session.ts'

const user = {
	id: 'u',
	email: 'amina@example.com',
	user_metadata: { display_name: 'Amina Okafor' },
	identities: [{}],
}
const session = { access_token: 'a', refresh_token: 'r', expires_in: 3600, token_type: 'bearer', user }

/** Returns a client of the official library. Puts the client's storage in place of `window.localStorage`. */
function makeClient(answer: object = session) {
	const items = new Map<string, string>()
	const storage = {
		getItem: (key: string) => items.get(key) ?? null,
		setItem: (key: string, value: string) => void items.set(key, value),
		removeItem: (key: string) => void items.delete(key),
	}
	vi.stubGlobal('window', { localStorage: storage })
	const client = createClient('https://shop.example', 'publishable-key', {
		auth: { flowType: 'pkce', storageKey: sessionStorageKey, autoRefreshToken: false, storage },
		global: { fetch: async () => Response.json(answer) },
	})
	return { client, storage, items }
}
afterEach(() => vi.unstubAllGlobals())

test('supabase-js stores the session where stored-session.ts and the head script read it', async () => {
	const { client, storage } = makeClient()
	expect(hasStoredSession()).toBe(false)
	expect(readStoredUser()).toBeNull()
	await client.auth.signInWithPassword({ email: user.email, password: 'secret' })
	expect(hasStoredSession()).toBe(true)
	expect(readStoredUser()).toMatchObject({ email: user.email })
	expect(storedBadgeName()).toBe('Amina')

	const dataset: Record<string, string> = {}
	const document = {
		currentScript: { dataset: { fonts: '' } },
		documentElement: { dataset, style: { setProperty: () => undefined } },
	}
	const code = readFileSync(new URL('../head/first-paint.js', import.meta.url), 'utf8')
	runInNewContext(code, { document, localStorage: storage, location: { search: '' } })
	expect(dataset).toMatchObject({ session: 'in' })

	await client.auth.signOut({ scope: 'local' })
	expect(hasStoredSession()).toBe(false)
})

test('supabase-js stores the code verifier of an OAuth sign-in where stored-session.ts reads it', async () => {
	const { client, items } = makeClient()
	expect(hasCodeVerifier()).toBe(false)
	await client.auth.signInWithOAuth({ provider: 'google', options: { skipBrowserRedirect: true } })
	expect(hasCodeVerifier()).toBe(true)
	expect(items.get(`${sessionStorageKey}-code-verifier`)).toMatch(/.{43,}/)
})

test('the proof of a sign-up is kept when another sign-in begins, until it is removed', async () => {
	const { client } = makeClient(user)
	expect(readSignUpProof()).toBe('')
	await client.auth.signUp({ email: user.email, password: 'secret' })
	storeSignUpProof()
	const proof = readSignUpProof()
	expect(proof).toMatch(/^[\w.~-]{43,128}$/)
	await client.auth.resetPasswordForEmail(user.email)
	expect(readSignUpProof()).toBe(proof)
	forgetSignUpProof()
	expect(readSignUpProof()).toBe('')
})

test('the proofs of a sign-up and of a change of address are kept apart', async () => {
	const { client, storage } = makeClient({ ...session, user })
	await client.auth.signUp({ email: user.email, password: 'secret' })
	storage.setItem(`${sessionStorageKey}-code-verifier`, '"of-the-sign-up"')
	storeSignUpProof()
	await client.auth.signInWithPassword({ email: user.email, password: 'secret' })
	await client.auth.updateUser({ email: 'new@example.com' })
	storeAddressProof()
	const proof = readAddressProof()
	expect(proof).toMatch(/^[\w.~-]{43,128}$/)
	expect(readSignUpProof()).toBe('of-the-sign-up')
	forgetSignUpProof()
	expect(readAddressProof()).toBe(proof)
	forgetAddressProof()
	expect(readAddressProof()).toBe('')
})

test('a browser that blocks storage has no session', () => {
	vi.stubGlobal('window', {
		get localStorage() {
			throw new DOMException('Storage is off.', 'SecurityError')
		},
	})
	expect(hasStoredSession()).toBe(false)
	expect(readStoredUser()).toBeNull()
	expect(readSignUpProof()).toBe('')
	storeSignUpProof()
})
