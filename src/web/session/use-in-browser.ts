import { useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'

/**
 * Returns a value that only the browser knows; `before` on the server and during hydration. `read` must return a
 * primitive.
 */
export function useInBrowser<Value extends string | number | boolean | null | undefined>(
	read: () => Value,
	before: Value,
): Value {
	return useSyncExternalStore(neverChanges, read, () => before)
}

function neverChanges(): () => void {
	return () => undefined
}

/** Returns the query of the address; null until hydration, because pages are rendered without a query. */
export function useQuery(): URLSearchParams | null {
	const [query] = useSearchParams()
	return useHydrated() ? query : null
}

/**
 * Returns whether the browser supports passkeys and security keys. True on the server, because almost all browsers
 * do.
 */
export function useWebAuthn(): boolean {
	return useInBrowser(() => 'PublicKeyCredential' in window, true)
}

/** Returns false on the server and during hydration, then true. */
export function useHydrated(): boolean {
	return useInBrowser(() => true, false)
}
