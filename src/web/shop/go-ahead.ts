const goAheadKey = 'headstart-go-ahead'
/**
 * How long a go-ahead is valid. A forgotten one, perhaps of somebody else at the same computer, must not open a checkout much
 * later.
 */
const lastsMs = 3_600_000

/**
 * Records for this tab that the visitor has pressed a button for the guide whose waiting page has this path. Only with that
 * go-ahead does the page act by itself. An address alone, which anyone could have written, is never enough. If storage is off,
 * the page shows its button instead.
 */
export function giveGoAhead(path: string): void {
	try {
		window.sessionStorage.setItem(goAheadKey, `${path} ${Date.now()}`)
	} catch {
		return
	}
}

/** Returns whether the visitor has pressed a button for this waiting page's guide within the last hour. */
export function hasGoAhead(path: string): boolean {
	try {
		const [pressedFor, at] = window.sessionStorage.getItem(goAheadKey)?.split(' ') ?? []
		return pressedFor === path && Date.now() - Number(at) < lastsMs
	} catch {
		return false
	}
}

/** Deletes the go-ahead, so that the page acts only once, and only in the tab in which the visitor signed in. */
export function withdrawGoAhead(): void {
	try {
		window.sessionStorage.removeItem(goAheadKey)
	} catch {
		return
	}
}
