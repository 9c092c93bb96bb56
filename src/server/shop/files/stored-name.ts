/**
 * The name under which one edition of a file lies in the store: what it holds, then what it is called. Two editions never
 * share a name, so bytes under a name never change.
 */
export function storedName(key: string, sha256: string): string {
	return `${sha256.slice(0, 32)}-${encodeURIComponent(key)}`
}

// One plain name: no separator, no leading dot, nothing a path could be made of.
const plainName = /^[A-Za-z0-9%_!'()*~-][A-Za-z0-9%_.!'()*~-]{0,254}$/

/** The name if it is one a store may keep a file under. Throws if it is not, which is a bug in the caller. */
export function plainStoredName(name: string): string {
	if (!plainName.test(name)) throw new Error('not a name of the file store')
	return name
}
