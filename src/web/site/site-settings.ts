import {
	type EditionText,
	type PriceText,
	type RatingText,
	type SitePart,
	type SiteText,
	sitePlaceholder,
	textPlaceholder,
} from '#shared/site.ts'
import { siteValues } from '#shared/site-values.ts'

/**
 * Returns a text from the owner’s settings, such as the seller’s name. While pages are built, returns a placeholder that the
 * server replaces.
 */
export function siteText(name: SiteText | RatingText | PriceText | EditionText): string {
	return import.meta.env.SSR ? textPlaceholder(name) : (siteValues().get(name) ?? '')
}

/**
 * Returns whether at least one of these marketing claims is shown. True while pages are built, because the server removes
 * unconfirmed claims later.
 */
export function isMarketingClaimShown(ids: readonly string[]): boolean {
	return import.meta.env.SSR || listed('marketing-claims', ids)
}

/** Returns whether at least one of these parts applies to this installation. True while pages are built. */
export function isPartShown(parts: readonly SitePart[]): boolean {
	return import.meta.env.SSR || listed('parts', parts)
}

/** Returns the content of the meta element that carries these settings to the browser. */
export function siteMeta(): string {
	return import.meta.env.SSR ? sitePlaceholder : siteValues().toString()
}

function listed(list: 'marketing-claims' | 'parts', ids: readonly string[]): boolean {
	const shown = siteValues().get(list)?.split(' ') ?? []
	return ids.some((id) => shown.includes(id))
}
