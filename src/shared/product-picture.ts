/** The path of a paid product's picture. It stays the same in every release, as repeated payment requests must. */
export function productPicturePath(slug: string): string {
	return `/product-pictures/${slug}.jpg`
}
