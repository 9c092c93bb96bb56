const goAheadKey = 'headstart-go-ahead'
/** A press that was forgotten, perhaps by someone else at the same computer, must not open a checkout much later. */
const lastsMs = 3_600_000

/**
 * Remembers, in this tab, that the visitor has pressed a button for the guide that waits at this page. Only then does that page act by
 * itself: an address alone, which anyone could have written, never does. If storage is off, the page shows its button instead.
 */
export function giveGoAhead(path: string): void {
	try {
		window.sessionStorage.setItem(goAheadKey, `${path} ${Date.now()}`)
	} catch {
		return
	}
}

/** Returns whether the visitor has pressed a button for the guide that waits at this page within the last hour. */
export function hasGoAhead(path: string): boolean {
	try {
		const [pressedFor, at] = window.sessionStorage.getItem(goAheadKey)?.split(' ') ?? []
		return pressedFor === path && Date.now() - Number(at) < lastsMs
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
