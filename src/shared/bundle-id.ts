/** How the id of a bundle starts. The ids of guides are numbers. */
export const bundlePrefix = 'bundle-'

/** Reports whether a `catalogue_id` is that of a bundle. */
export function isBundle(catalogueId: string): boolean {
	return catalogueId.startsWith(bundlePrefix)
}
