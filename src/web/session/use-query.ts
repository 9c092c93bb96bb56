import { useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'

/** Returns the query of the address; null until hydration, because prerendered pages were built without one. */
export function useQuery(): URLSearchParams | null {
	const [query] = useSearchParams()
	return useHydrated() ? query : null
}

/** Returns false on the prerendered page and during hydration, then true. */
export function useHydrated(): boolean {
	return useSyncExternalStore(
		neverChanges,
		() => true,
		() => false,
	)
}

function neverChanges(): () => void {
	return () => undefined
}
