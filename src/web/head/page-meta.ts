import type { MetaDescriptor } from 'react-router'
import { siteOrigin } from './site-origin.ts'

interface PageMeta {
	/** Without the site's name, which is added. */
	title: string
	description: string
	/** The page's one address, with a leading slash; null for a page that has none, such as "not found". */
	path: string | null
	/** False for pages that are somebody's own business: signing in, paying, the account. */
	indexed?: boolean
}

/** What a page says about itself in its head: title, description, canonical address, and whether to be indexed. */
export function pageMeta({ title, description, path, indexed = true }: PageMeta): MetaDescriptor[] {
	const whole = path === '/' ? title : `${title} · Headstart`
	const meta: MetaDescriptor[] = [
		{ title: whole },
		{ name: 'description', content: description },
		{ property: 'og:site_name', content: 'Headstart' },
		{ property: 'og:title', content: whole },
		{ property: 'og:description', content: description },
		{ property: 'og:type', content: 'website' },
		{ property: 'og:locale', content: 'en_GB' },
	]
	if (!indexed) return [...meta, { name: 'robots', content: 'noindex' }]
	if (path === null) return meta
	const address = `${siteOrigin()}${path}`
	return [
		...meta,
		{ tagName: 'link', rel: 'canonical', href: address },
		{ property: 'og:url', content: address },
	]
}
