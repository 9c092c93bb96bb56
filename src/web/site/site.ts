import { type SitePart, type SiteText, sitePlaceholder, textPlaceholder } from '#shared/site.ts'

let read: URLSearchParams | undefined

/** A text of the owner's settings, such as who sells. While pages are built it is a placeholder, which the server fills. */
export function siteText(name: SiteText): string {
	return import.meta.env.SSR ? textPlaceholder(name) : (site().get(name) ?? '')
}

/** Whether at least one of these claims is shown. While pages are built all are; the server takes out what is not. */
export function isClaimShown(ids: readonly string[]): boolean {
	return import.meta.env.SSR || listed('claims', ids)
}

/** Whether at least one of these conditions holds for this installation; while pages are built, all do. */
export function isPartShown(parts: readonly SitePart[]): boolean {
	return import.meta.env.SSR || listed('parts', parts)
}

/** The content of the meta that brings it all to the browser. */
export function siteMeta(): string {
	return import.meta.env.SSR ? sitePlaceholder : metaContent()
}

function listed(list: 'claims' | 'parts', ids: readonly string[]): boolean {
	const shown = site().get(list)?.split(' ') ?? []
	return ids.some((id) => shown.includes(id))
}

function site(): URLSearchParams {
	read ??= new URLSearchParams(metaContent())
	return read
}

function metaContent(): string {
	return document.querySelector('meta[name="site"]')?.getAttribute('content') ?? ''
}
