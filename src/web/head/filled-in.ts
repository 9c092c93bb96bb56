/** Placeholders in the built pages. The server replaces them when it starts. */
const placeholders = { 'site-url': 'https://site-url.invalid', 'publishable-key': '__PUBLISHABLE_KEY__' }

type FilledIn = keyof typeof placeholders

/**
 * Returns the content of a `meta` element that the server fills in. The browser reads it from the page: if it rendered the
 * placeholder again, React would find a mismatch and add a second element.
 */
function filledIn(name: FilledIn): string {
	if (import.meta.env.SSR) return placeholders[name]
	return document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? ''
}

/** Returns the site's origin, without a trailing slash. */
export function siteOrigin(): string {
	return filledIn('site-url')
}

/** Returns the publishable key, which the pages send to the APIs. */
export function publishableKey(): string {
	return filledIn('publishable-key')
}
