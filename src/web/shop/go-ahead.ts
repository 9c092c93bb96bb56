const goAheadKey = 'headstart-go-ahead'

/**
 * Remembers, in this tab, that the visitor has pressed a button for the guide that waits at this page. Only then does that page act by
 * itself: an address alone, which anyone could have written, never does. If storage is off, the page shows its button instead.
 */
export function giveGoAhead(path: string): void {
	try {
		window.sessionStorage.setItem(goAheadKey, path)
	} catch {
		return
	}
}

/** Returns whether the visitor has pressed a button for the guide that waits at this page. */
export function hasGoAhead(path: string): boolean {
	try {
		return window.sessionStorage.getItem(goAheadKey) === path
	} catch {
		return false
	}
}

/** Forgets that the visitor pressed the button, as the page acts once, and only in the tab in which they signed in. */
export function withdrawGoAhead(): void {
	try {
		window.sessionStorage.removeItem(goAheadKey)
	} catch {
		return
	}
}
