import { useEffect, useSyncExternalStore } from 'react'
import { useAuth } from '#web/session/auth-provider.tsx'

/** The catalogue ids that one user owns, requested once and shared by every card on the page. */
interface Owned {
	userId: string | null
	ids: ReadonlySet<string>
}

const noIds: ReadonlySet<string> = new Set()
let owned: Owned = { userId: null, ids: noIds }
/** The user whose purchases have been requested; null if there is none, or if the request failed and is to be repeated. */
let requestedFor: string | null = null
let stopWatching: (() => void) | undefined
const listeners = new Set<() => void>()

/** Says whether the visitor owns the product; false until that is known. */
export function useIsOwned(catalogueId: string): boolean {
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
		() => owned.userId === userId && owned.ids.has(catalogueId),
		() => false,
	)
}

/** Marks a product as owned as soon as the user has it, without another request. */
export function markOwned(userId: string, catalogueId: string): void {
	switchUser(userId)
	replace({ userId, ids: new Set([...owned.ids, catalogueId]) })
}

function switchUser(userId: string | null): void {
	if (owned.userId === userId) return
	stopWatching?.()
	stopWatching = undefined
	requestedFor = null
	replace({ userId, ids: noIds })
}

/** Loads the user’s purchases, and again whenever they change elsewhere. */
async function follow(userId: string): Promise<void> {
	await refresh(userId)
	const loaded = await import('./watch-purchases.ts').catch(() => null)
	if (loaded === null || owned.userId !== userId) return
	stopWatching ??= loaded.watchPurchases(userId, () => void refresh(userId))
}

async function refresh(userId: string): Promise<void> {
	const before = owned.ids
	const ids = await loadOwnedIds(userId)
	if (owned.userId !== userId) return
	// Products marked as owned during the request stay.
	const marked = [...owned.ids].filter((id) => !before.has(id))
	if (ids === null) requestedFor = null
	else replace({ userId, ids: new Set([...ids, ...marked]) })
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
