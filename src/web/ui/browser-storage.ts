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
	function remove(key: string): void {
		memory.delete(key)
		for (const place of places) attempt(place, (storage) => storage.removeItem(key))
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
			remove(key)
			for (const place of places) {
				const stored = attempt(place, (storage) => {
					storage.setItem(key, text)
					return true
				})
				if (stored) return true
			}
			memory.set(key, text)
			return false
		},
		remove,
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
