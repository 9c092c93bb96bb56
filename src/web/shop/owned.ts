import { useEffect, useSyncExternalStore } from 'react'
import { useAuth } from '#web/session/auth-provider.tsx'
import { loadOwnedIds } from './load-owned-ids.ts'

/** The catalogue ids one user owns, asked for once and shared by every card on the page. */
interface Owned {
	userId: string | null
	ids: ReadonlySet<string>
}

const nothing: ReadonlySet<string> = new Set()
let owned: Owned = { userId: null, ids: nothing }
/** Whose purchases have been asked for; null where nobody's have, or where asking failed and is to be done again. */
let askedFor: string | null = null
const listeners = new Set<() => void>()

/** Whether the visitor owns the product; false while that is not known. */
export function useIsOwned(catalogueId: string): boolean {
	const { user } = useAuth()
	const userId = user?.id ?? null
	useEffect(() => followUser(userId), [userId])
	return useSyncExternalStore(
		subscribe,
		() => owned.userId === userId && owned.ids.has(catalogueId),
		() => false,
	)
}

/** The visitor has just come to own the product: shown at once, without asking again. */
export function markOwned(userId: string, catalogueId: string): void {
	followUser(userId)
	replace({ userId, ids: new Set([...owned.ids, catalogueId]) })
}

function followUser(userId: string | null): void {
	if (owned.userId !== userId) replace({ userId, ids: nothing })
	if (askedFor === userId) return
	askedFor = userId
	if (userId !== null) void refresh(userId)
}

async function refresh(userId: string): Promise<void> {
	const ids = await loadOwnedIds(userId)
	if (owned.userId !== userId) return
	// What was marked owned while the question was under way stays.
	if (ids === null) askedFor = null
	else replace({ userId, ids: new Set([...owned.ids, ...ids]) })
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
