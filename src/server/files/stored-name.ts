/**
 * The name under which one edition of a file lies in the store: what it holds, then what it is called. Two editions never
 * share a name, so bytes under a name never change.
 */
export function storedName(key: string, sha256: string): string {
	return `${sha256.slice(0, 32)}-${encodeURIComponent(key)}`
}
