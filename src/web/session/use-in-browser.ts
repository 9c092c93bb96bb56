import { useSyncExternalStore } from 'react'

/** Returns what only the browser can tell; `before` on the prerendered page and during hydration. `read` must return a primitive. */
export function useInBrowser<Value extends string | number | boolean | null | undefined>(
	read: () => Value,
	before: Value,
): Value {
	return useSyncExternalStore(neverChanges, read, () => before)
}

function neverChanges(): () => void {
	return () => undefined
}
