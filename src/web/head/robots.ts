import { siteOrigin } from './site-origin.ts'

/**
 * `/robots.txt`. Pages that are somebody's own business are not forbidden here: they say `noindex`, which a robot must be let
 * in to read. The wires have nothing to list.
 */
export function loader() {
	const wires = ['auth', 'rest', 'storage', 'functions'].map((wire) => `Disallow: /${wire}/v1/`)
	const lines = ['User-agent: *', ...wires, '', `Sitemap: ${siteOrigin()}/sitemap.xml`, '']
	return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
