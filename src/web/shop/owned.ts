import { useEffect, useSyncExternalStore } from 'react'
import { useAuth } from '#web/session/auth-provider.tsx'

/** The catalogue ids that one user owns, requested once and shared by every card on the page. */
interface Owned {
	userId: string | null
	/** Null until the first request has been answered. */
	ids: ReadonlySet<string> | null
}

const noIds: ReadonlySet<string> = new Set()
let owned: Owned = { userId: null, ids: noIds }
/** The user whose purchases have been requested; null if nobody is signed in, or if the request failed and should be repeated. */
let requestedFor: string | null = null
/** How many requests have been made, and the number of the request whose answer is shown. */
let asked = 0
let answered = 0
/** The products marked as owned. Each value is the number of requests that had been made when the product was marked. */
const marked = new Map<string, number>()
let stopWatching: (() => void) | undefined
const listeners = new Set<() => void>()

/** Says whether the visitor owns the product; false until that is known. */
export function useIsOwned(catalogueId: string): boolean {
	return useOwnedIds()?.has(catalogueId) === true
}

/** Returns the catalogue ids that the visitor owns; null until they are known. */
export function useOwnedIds(): ReadonlySet<string> | null {
	const { user } = useAuth()
	const userId = user?.id ?? null
	useEffect(() => {
		switchUser(userId)
		if (requestedFor === userId) return
		requestedFor = userId
		if (userId !== null) void follow(userId)
	}, [userId])
	return useSyncExternalStore(
		subscribe,
		() => (owned.userId === userId ? owned.ids : null),
		() => null,
	)
}

/** Marks a product as owned as soon as the user has it, without another request. */
export function markOwned(userId: string, catalogueId: string): void {
	switchUser(userId)
	marked.set(catalogueId, asked)
	replace({ userId, ids: new Set(owned.ids).add(catalogueId) })
}

function switchUser(userId: string | null): void {
	if (owned.userId === userId) return
	stopWatching?.()
	stopWatching = undefined
	requestedFor = null
	marked.clear()
	replace({ userId, ids: userId === null ? noIds : null })
}

/** Loads the user’s purchases, and loads them again whenever they change elsewhere. */
async function follow(userId: string): Promise<void> {
	await refresh(userId)
	const loaded = await import('./watch-purchases.ts').catch(() => null)
	if (loaded === null || owned.userId !== userId) return
	stopWatching ??= loaded.watchPurchases(userId, () => void refresh(userId))
}

async function refresh(userId: string): Promise<void> {
	const order = ++asked
	const ids = await loadOwnedIds(userId)
	// Ignores this answer if the answer to a later request is shown already.
	if (owned.userId !== userId || order < answered) return
	if (ids === null) {
		requestedFor = null
		replace({ userId, ids: owned.ids ?? noIds })
		return
	}
	answered = order
	// Products that were marked as owned during the request remain owned.
	const since = [...marked].filter(([, at]) => at >= order).map(([id]) => id)
	replace({ userId, ids: new Set([...ids, ...since]) })
}

async function loadOwnedIds(userId: string): Promise<string[] | null> {
	const loaded = await import('./read-owned-ids.ts').catch(() => null)
	return loaded === null ? null : await loaded.readOwnedIds(userId)
}

function replace(next: Owned): void {
	owned = next
	for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener)
	return () => {
		listeners.delete(listener)
	}
}
