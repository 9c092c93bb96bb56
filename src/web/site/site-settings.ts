import type { SiteWords } from '#shared/content/site-words.ts'
import type { SitePart, SiteText } from '#shared/site.ts'
import { siteValues } from '#shared/site-values.ts'

/** Returns a text from the owner’s settings, such as the seller’s name. */
export function siteText(name: SiteText): string {
	return siteValues().get(name) ?? ''
}

/** Returns what the shop is called. */
export function shopName(): string {
	return siteValues().get('name') ?? ''
}

/** Returns the words that every page has. Only the server knows them: what shows them is `Prerendered`. */
export function siteWords(): SiteWords {
	if (globalThis.shopState === undefined) throw new Error('there is no state of the shop to render')
	return globalThis.shopState.site
}

/** Returns whether at least one of these parts applies to this installation. */
export function isPartShown(parts: readonly SitePart[]): boolean {
	const shown = siteValues().get('parts')?.split(' ') ?? []
	return parts.some((part) => shown.includes(part))
}

/** Returns the content of the meta element that carries these settings to the browser. */
export function siteMeta(): string {
	return JSON.stringify(Object.fromEntries(siteValues()))
}

/** Returns the site's origin, without a trailing slash. */
export function siteOrigin(): string {
	return siteValues().get('site-url') ?? ''
}

/** Returns the publishable key, which the pages send to the APIs. */
export function publishableKey(): string {
	if (typeof document === 'undefined') return globalThis.shopState?.publishableKey ?? ''
	return document.querySelector('meta[name="publishable-key"]')?.getAttribute('content') ?? ''
}
