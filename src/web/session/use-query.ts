import { useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'

/** The query of the address; null until the page is alive, because a prerendered page was built without one. */
export function useQuery(): URLSearchParams | null {
	const [query] = useSearchParams()
	return useAlive() ? query : null
}

/** False on the prerendered page and while it comes alive, true from then on. */
export function useAlive(): boolean {
	return useSyncExternalStore(
		neverChanges,
		() => true,
		() => false,
	)
}

function neverChanges(): () => void {
	return () => undefined
}
