import { useSearchParams } from 'react-router'
import { useInBrowser } from './use-in-browser.ts'

/** Returns the query of the address; null until hydration, because prerendered pages were built without one. */
export function useQuery(): URLSearchParams | null {
	const [query] = useSearchParams()
	return useHydrated() ? query : null
}

/** Returns false on the prerendered page and during hydration, then true. */
export function useHydrated(): boolean {
	return useInBrowser(() => true, false)
}
