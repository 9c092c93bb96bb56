import type { MetaDescriptor } from 'react-router'
import { openGraphSize, siteOpenGraph } from '#catalogue/gallery.ts'
import { shopName, siteOrigin } from '#web/site/site-settings.ts'

const openGraphPaths = import.meta.glob<string>('/catalogue/*/open-graph.jpg', {
	eager: true,
	query: '?url',
	import: 'default',
})

interface PageMeta {
	/** The title without the site's name. */
	title: string
	/** What search results show. 120 to 160 characters if the page is indexed. */
	description: string
	/** The canonical path, without a query. Null for a page without an address of its own, such as "not found". */
	path: string | null
	/** False for private pages, such as signing in, paying and the account. */
	indexed?: boolean
	/**
	 * The product picture for link previews, which is at `path` if it was drawn for an owner's guide; by default, they show the site's
	 * own picture.
	 */
	picture?: { slug: string; alt: string; path?: string | undefined }
}

/**
 * Returns the content of a page's head: title, description, picture, canonical address, and whether search engines may list it.
 */
export function pageMeta({
	title,
	description,
	path,
	indexed = true,
	picture = { slug: 'design', alt: siteOpenGraph.alt },
}: PageMeta): MetaDescriptor[] {
	const whole = path === '/' ? title : `${title} · ${shopName()}`
	const meta: MetaDescriptor[] = [
		{ title: whole },
		{ name: 'description', content: description },
		{ property: 'og:site_name', content: shopName() },
		{ property: 'og:title', content: whole },
		{ property: 'og:description', content: description },
		{ property: 'og:type', content: 'website' },
		{ property: 'og:locale', content: 'en_GB' },
		{ property: 'og:image', content: `${siteOrigin()}${picture.path ?? openGraphPath(picture.slug)}` },
		{ property: 'og:image:width', content: String(openGraphSize.width) },
		{ property: 'og:image:height', content: String(openGraphSize.height) },
		{ property: 'og:image:alt', content: picture.alt },
		{ name: 'twitter:card', content: 'summary_large_image' },
	]
	if (!indexed) meta.push({ name: 'robots', content: 'noindex' })
	if (path === null) return meta
	const address = `${siteOrigin()}${path}`
	return [
		...meta,
		{ tagName: 'link', rel: 'canonical', href: address },
		{ property: 'og:url', content: address },
	]
}

/** Returns the path of a product's picture for link previews; of the site's picture if the product has none. */
export function openGraphPath(slug: string): string {
	return openGraphPaths[pathOfPicture(slug)] ?? openGraphPaths[pathOfPicture('design')] ?? ''
}

/** Returns whether a product has a picture for link previews. */
export function hasOpenGraph(slug: string): boolean {
	return pathOfPicture(slug) in openGraphPaths
}

function pathOfPicture(slug: string): string {
	return `/catalogue/${slug}/open-graph.jpg`
}
