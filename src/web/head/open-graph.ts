import { openGraphPictures, openGraphSize } from '#catalogue/open-graph.ts'

const addresses = import.meta.glob<string>('/catalogue/*/open-graph.jpg', {
	eager: true,
	query: '?url',
	import: 'default',
})

/** The picture shown wherever a link to a page is. */
export interface OpenGraph {
	/** Its path on this site. */
	path: string
	alt: string
	width: number
	height: number
}

/** A product's picture by its slug, the site's own for `site`. A page that asks for one that is not there cannot be built. */
export function openGraphOf(name: string): OpenGraph {
	const path = addresses[`/catalogue/${name === 'site' ? 'design' : name}/open-graph.jpg`]
	const alt = openGraphPictures[name]?.alt
	if (path === undefined || alt === undefined) throw new Error(`There is no Open Graph picture "${name}"`)
	return { path, alt, ...openGraphSize }
}
