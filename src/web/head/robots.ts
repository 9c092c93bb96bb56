import { contentUses } from '#shared/site.ts'
import { siteOrigin, siteText } from '#web/site/site-settings.ts'

/** Crawlers that collect pages to train models, and obey `robots.txt`. */
const trainers = [
	'Applebot-Extended',
	'Bytespider',
	'CCBot',
	'ClaudeBot',
	'Google-Extended',
	'GPTBot',
	'meta-externalagent',
]

/**
 * Serves `/robots.txt`. Private pages are allowed, because a robot has to read them to see their `noindex`. The APIs are
 * disallowed, because they contain nothing to list.
 */
export function loader() {
	const allowed = siteText('content-uses').split(',')
	const signal = contentUses.map((use) => `${use}=${allowed.includes(use) ? 'yes' : 'no'}`).join(', ')
	const lines = [
		'User-agent: *',
		`Content-Signal: ${signal}`,
		...['auth', 'rest', 'storage', 'functions'].map((api) => `Disallow: /${api}/v1/`),
		'',
		...(allowed.includes('ai-train')
			? []
			: [...trainers.map((name) => `User-agent: ${name}`), 'Disallow: /', '']),
		`Sitemap: ${siteOrigin()}/sitemap.xml`,
		'',
	]
	return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
