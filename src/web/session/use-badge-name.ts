import { useSyncExternalStore } from 'react'
import { useAuth } from './auth-provider.tsx'
import { badgeName } from './badge-name.ts'
import { storedBadgeName } from './stored-session.ts'

/** The header's badge, known as soon as the page is alive; null for a signed-out visitor. */
export function useBadgeName(): string | null {
	const { user, loading } = useAuth()
	const stored = useSyncExternalStore(neverChanges, storedBadgeName, () => null)
	if (loading) return stored
	return user === null ? null : badgeName(user)
}

/** Changes reach the header through `useAuth`; storage only answers until that has. */
function neverChanges(): () => void {
	return () => undefined
}
