import type { MetaDescriptor } from 'react-router'
import { openGraphOf } from './open-graph.ts'
import { siteOrigin } from './site-origin.ts'

interface PageMeta {
	/** Without the site's name, which is added. */
	title: string
	/** 120 to 160 characters if the page is indexed: what a search result shows of it. */
	description: string
	/** The page's one address, with a leading slash and no query; null for a page that has none, such as "not found". */
	path: string | null
	/** False for private pages: signing in, paying, the account. */
	indexed?: boolean
	/** The slug of the product whose picture goes with a link to the page; the site's own picture without it. */
	picture?: string
}

/** What a page says about itself in its head: title, description, picture, canonical address, and whether to be indexed. */
export function pageMeta({
	title,
	description,
	path,
	indexed = true,
	picture = 'site',
}: PageMeta): MetaDescriptor[] {
	const whole = path === '/' ? title : `${title} · Headstart`
	const image = openGraphOf(picture)
	const meta: MetaDescriptor[] = [
		{ title: whole },
		{ name: 'description', content: description },
		{ property: 'og:site_name', content: 'Headstart' },
		{ property: 'og:title', content: whole },
		{ property: 'og:description', content: description },
		{ property: 'og:type', content: 'website' },
		{ property: 'og:locale', content: 'en_GB' },
		{ property: 'og:image', content: `${siteOrigin()}${image.path}` },
		{ property: 'og:image:type', content: 'image/jpeg' },
		{ property: 'og:image:width', content: String(image.width) },
		{ property: 'og:image:height', content: String(image.height) },
		{ property: 'og:image:alt', content: image.alt },
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
