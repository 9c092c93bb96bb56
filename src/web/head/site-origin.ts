/** Stands in the built pages for the site's origin, which only the running server knows and writes in. */
const originPlaceholder = 'https://site-url.invalid'

/** Where the built pages carry the origin for the browser to read. */
export const siteUrlMeta = { name: 'site-url', content: originPlaceholder }

/** The site's origin for canonical and shared addresses, without a trailing slash. */
export function siteOrigin(): string {
	if (import.meta.env.SSR) return originPlaceholder
	return document.querySelector(`meta[name="${siteUrlMeta.name}"]`)?.getAttribute('content') ?? window.location.origin
}
