import type { SupabaseClient } from '@supabase/supabase-js'
import { lazyImport } from '#web/ui/lazy-import.ts'
import { watchedFetch } from './failed-requests.ts'
import { sessionStorageKey } from './stored-session.ts'

let client: Promise<SupabaseClient> | undefined
const waiting = new Set<(client: SupabaseClient) => void>()

/**
 * Returns the client of all the APIs, created on first use because its code isn’t part of any page’s first load. Rejects if the
 * code can’t be downloaded; the next call tries again.
 */
export function getSupabase(): Promise<SupabaseClient> {
	client ??= create().catch((error: unknown) => {
		client = undefined
		throw error
	})
	return client
}

/** Downloads the client before its first use. Failures are ignored: reloading now would lose what the visitor has typed. */
export function prepareSupabase(): void {
	import('@supabase/supabase-js').then(getSupabase).catch(() => undefined)
}

/** Calls `listener` once a client exists, without creating one. Returns a function that stops waiting. */
export function onceClientExists(listener: (client: SupabaseClient) => void): () => void {
	waiting.add(listener)
	// The caller that wanted the client handles its failure.
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

/** Returns the publishable key, which the server writes into the head of every page. */
export function publishableKey(): string {
	const meta = document.querySelector('meta[name="publishable-key"]')
	return meta?.getAttribute('content') ?? ''
}
