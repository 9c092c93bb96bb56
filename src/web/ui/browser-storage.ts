/**
 * Returns a storage that never throws. If storage is switched off, even accessing it throws; it can also be full.
 */
function forgiving(open: () => Storage) {
	return {
		/** Returns a stored text; null if there is none or storage is off. */
		read(key: string): string | null {
			try {
				return open().getItem(key)
			} catch {
				return null
			}
		},
		/** Stores a text. Returns whether it was stored. */
		write(key: string, text: string): boolean {
			try {
				open().setItem(key, text)
				return true
			} catch {
				return false
			}
		},
		remove(key: string): void {
			try {
				open().removeItem(key)
			} catch {}
		},
	}
}

/** What this browser keeps until it is deleted. */
export const browserStorage = forgiving(() => window.localStorage)
/** What this tab keeps until it is closed. */
export const tabStorage = forgiving(() => window.sessionStorage)
