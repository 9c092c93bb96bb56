import { tabStorage } from '#web/ui/browser-storage.ts'

const goAheadKey = 'headstart-go-ahead'
/**
 * How long a go-ahead is valid. If a visitor leaves one behind on a shared computer, it must not open a checkout much later.
 */
const lastsMs = 3_600_000

/**
 * Records in this tab that the visitor has pressed a button for a guide or a bundle. `path` is that of the guide's page at `/get`,
 * or of the bundle's offer. The page acts by itself only after this go-ahead. Its address alone is never enough, because anyone
 * could have written that.
 */
export function giveGoAhead(path: string): void {
	tabStorage.write(goAheadKey, `${path} ${Date.now()}`)
}

/** Returns whether the visitor has pressed the button that leads to this path within the last hour. */
export function hasGoAhead(path: string): boolean {
	const [pressedFor, at] = tabStorage.read(goAheadKey)?.split(' ') ?? []
	return pressedFor === path && Date.now() - Number(at) < lastsMs
}

/** Deletes the go-ahead, so that the page acts only once, and only in the tab in which the visitor signed in. */
export function withdrawGoAhead(): void {
	tabStorage.remove(goAheadKey)
}
