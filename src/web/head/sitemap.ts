import { indexedPages } from './indexed-pages.ts'
import { siteOrigin } from './site-origin.ts'

/** `/sitemap.xml`, made while building; the server writes the site's real origin into it when it starts. */
export function loader() {
	const entries = indexedPages().map(({ path, changed }) => {
		const lastmod = changed === undefined ? '' : `<lastmod>${changed}</lastmod>`
		return `\t<url><loc>${siteOrigin()}${path}</loc>${lastmod}</url>\n`
	})
	const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>\n`
	return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}
