/**
 * Returns a storage that never throws. If the first place is switched off, even accessing it throws; it can also be full. A text is
 * then kept in the next place, and in the end in memory, until the document is closed.
 */
function forgiving(...places: (() => Storage)[]) {
	const memory = new Map<string, string>()

	function attempt<T>(place: () => Storage, use: (storage: Storage) => T): T | null {
		try {
			return use(place())
		} catch {
			return null
		}
	}
	function remove(key: string, from = places): void {
		memory.delete(key)
		for (const place of from) attempt(place, (storage) => storage.removeItem(key))
	}

	return {
		/** Returns a stored text; null if there is none. */
		read(key: string): string | null {
			for (const place of places) {
				const text = attempt(place, (storage) => storage.getItem(key))
				if (text !== null) return text
			}
			return memory.get(key) ?? null
		},
		/** Stores a text. Returns whether it outlives the document. */
		write(key: string, text: string): boolean {
			for (const [index, place] of places.entries()) {
				const stored = attempt(place, (storage) => {
					storage.setItem(key, text)
					return true
				})
				// An earlier text may be in the other places. In its own place it is replaced, never removed first: other tabs would
				// take a session that is gone for a moment for the end of it.
				if (stored) {
					remove(
						key,
						places.filter((_, other) => other !== index),
					)
					return true
				}
			}
			remove(key)
			memory.set(key, text)
			return false
		},
		remove: (key: string) => remove(key),
	}
}

/** What this browser keeps until it is deleted. A browser that denies that may still keep it in the tab. */
export const browserStorage = forgiving(
	() => window.localStorage,
	() => window.sessionStorage,
)
/** What this tab keeps until it is closed. */
export const tabStorage = forgiving(() => window.sessionStorage)

/** Returns whether this browser keeps anything at all when the visitor leaves the document, such as to pay. */
export function keepsSiteData(): boolean {
	if (isKept === undefined) {
		const key = 'headstart-probe'
		isKept = browserStorage.write(key, key)
		browserStorage.remove(key)
	}
	return isKept
}

let isKept: boolean | undefined
