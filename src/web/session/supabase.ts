import type { SupabaseClient } from '@supabase/supabase-js'
import { lazyImport } from '#web/ui/lazy-import.ts'
import { watchedFetch } from './failures.ts'
import { sessionStorageKey } from './stored-session.ts'

let client: Promise<SupabaseClient> | undefined
const waiting = new Set<(client: SupabaseClient) => void>()

/**
 * The client of all the APIs, made on first use: its code is not part of any page's first load. Rejects if that code cannot
 * be fetched for want of a connection; the next call tries again.
 */
export function getSupabase(): Promise<SupabaseClient> {
	client ??= create().catch((error: unknown) => {
		client = undefined
		throw error
	})
	return client
}

/** Fetches the client ahead of its first use. A failure shows at that use: nothing is opened afresh under someone typing. */
export function prepareSupabase(): void {
	import('@supabase/supabase-js').then(getSupabase).catch(() => undefined)
}

/** Calls `listener` as soon as a client exists, without causing one to be made. Gives back how to stop waiting. */
export function onceClientExists(listener: (client: SupabaseClient) => void): () => void {
	waiting.add(listener)
	// A client that cannot be made is reported to whoever asked for it, not here.
	client?.then(announce, () => undefined)
	return () => {
		waiting.delete(listener)
	}
}

async function create(): Promise<SupabaseClient> {
	const { createClient } = await lazyImport(() => import('@supabase/supabase-js'))
	const made = createClient(window.location.origin, publishableKey(), {
		auth: {
			flowType: 'pkce',
			storageKey: sessionStorageKey,
			detectSessionInUrl: false,
			experimental: { recoveryCodes: true },
		},
		global: { fetch: watchedFetch },
	})
	announce(made)
	return made
}

function announce(made: SupabaseClient): void {
	for (const listener of waiting) listener(made)
	waiting.clear()
}

/** The key in the page's head: the server writes it there, so the built pages fit every installation. */
export function publishableKey(): string {
	const meta = document.querySelector('meta[name="publishable-key"]')
	return meta?.getAttribute('content') ?? ''
}
