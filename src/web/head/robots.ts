import { siteOrigin } from '#web/site/site-settings.ts'

/**
 * Serves `/robots.txt`. Private pages are allowed, because a robot has to read them to see their `noindex`. The APIs are
 * disallowed, because they contain nothing to list.
 */
export function loader() {
	const apis = ['auth', 'rest', 'storage', 'functions'].map((api) => `Disallow: /${api}/v1/`)
	const lines = ['User-agent: *', ...apis, '', `Sitemap: ${siteOrigin()}/sitemap.xml`, '']
	return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
