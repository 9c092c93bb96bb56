declare global {
	/** The values for a page that a running shop renders again. */
	var renderedSite: URLSearchParams | undefined
}

let read: URLSearchParams | undefined

/** Returns the values that the server has written into the head of the page (`Site`); empty while pages are built. */
export function siteValues(): URLSearchParams {
	read ??= typeof document === 'undefined' ? (globalThis.renderedSite ?? new URLSearchParams()) : inHead()
	return read
}

function inHead(): URLSearchParams {
	return new URLSearchParams(document.querySelector('meta[name="site"]')?.getAttribute('content') ?? '')
}
