import type { SupabaseClient } from '@supabase/supabase-js'
import { publishableKey } from '#web/site/site-settings.ts'
import { lazyImport } from '#web/ui/lazy-import.ts'
import type { KnownSession } from './client.ts'

type SessionListener = (known: KnownSession) => void

interface Opened {
	supabase: SupabaseClient
	watch: (listener: SessionListener) => () => void
}

let client: Promise<Opened> | undefined
const waiting = new Set<(opened: Opened) => void>()

/**
 * Returns the client for all the APIs. It is created on first use, because its code isn’t part of any page’s first load. Rejects
 * if the code can’t be downloaded; the next call tries again.
 */
export async function getSupabase(): Promise<SupabaseClient> {
	client ??= open().catch((error: unknown) => {
		client = undefined
		throw error
	})
	return (await client).supabase
}

/**
 * Downloads the client before its first use. Not with `lazyImport`, which could reload the document and lose what the visitor has
 * typed. Failures are ignored.
 */
export function prepareSupabase(): void {
	import('./client.ts').then(getSupabase).catch(() => undefined)
}

/**
 * Calls `listener` with the session once a client exists, and again whenever the session changes. Doesn't create a client.
 * Returns a function that stops this.
 */
export function onSession(listener: SessionListener): () => void {
	let stop: (() => void) | undefined
	const begin = ({ watch }: Opened) => {
		stop = watch(listener)
	}
	waiting.add(begin)
	// A failure is left to the caller that asked for the client.
	client?.then(announce, () => undefined)
	return () => {
		waiting.delete(begin)
		stop?.()
	}
}

async function open(): Promise<Opened> {
	const { openClient, watchSession } = await lazyImport(() => import('./client.ts'))
	const supabase = openClient(publishableKey())
	const opened: Opened = { supabase, watch: (listener) => watchSession(supabase, listener) }
	announce(opened)
	return opened
}

function announce(opened: Opened): void {
	for (const begin of waiting) begin(opened)
	waiting.clear()
}
