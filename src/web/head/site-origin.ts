/** Stands in the built pages for what only the running server knows; it writes the real values in when it starts. */
const placeholders = { 'site-url': 'https://site-url.invalid', 'publishable-key': '__PUBLISHABLE_KEY__' }

type FilledIn = keyof typeof placeholders

/**
 * The value of one of the two metas the server fills in. In the browser it is read back from the page: rendered with the
 * placeholder again, the element would not match what was sent, and React would add a second one.
 */
export function filledIn(name: FilledIn): string {
	if (import.meta.env.SSR) return placeholders[name]
	return document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? ''
}

/** The site's origin for canonical and shared addresses, without a trailing slash. */
export function siteOrigin(): string {
	return filledIn('site-url')
}
