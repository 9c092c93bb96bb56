declare global {
	/** Set while a running shop renders its pages again. */
	var renderedSite: URLSearchParams | undefined
}

let read: URLSearchParams | undefined

/** Returns what the server has written into the head of the page (`Site`). Empty on the server, and while pages are built. */
export function siteValues(): URLSearchParams {
	read ??= typeof document === 'undefined' ? (globalThis.renderedSite ?? new URLSearchParams()) : inHead()
	return read
}

function inHead(): URLSearchParams {
	return new URLSearchParams(document.querySelector('meta[name="site"]')?.getAttribute('content') ?? '')
}
