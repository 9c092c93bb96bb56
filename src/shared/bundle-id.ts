/** How the id of a bundle starts. The ids of guides are numbers. */
export const bundlePrefix = 'bundle-'

/** Reports whether a `catalogue_id` is that of a bundle. */
export function isBundle(catalogueId: string): boolean {
	return catalogueId.startsWith(bundlePrefix)
}

/** Returns what to call an offer in a sentence. */
export function nounOf(catalogueId: string): 'bundle' | 'guide' {
	return isBundle(catalogueId) ? 'bundle' : 'guide'
}

/** Returns the address of a bundle's offer, or of the note that it is no longer sold. */
export function bundlePath(catalogueId: string): string {
	return `/premium#${catalogueId}`
}

/** Returns the id of the bundle whose offer an address names in its fragment; null if it names none. */
export function bundleIn(address: string): string | null {
	return /#(bundle-.+)/.exec(address)?.[1] ?? null
}
