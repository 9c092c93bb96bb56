import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

// Links in emails, to files and to OAuth contain tokens in their query. Whoever reads the logs of a proxy must not be able to use them.

const read = (name: string) => readFile(new URL(`../deploy/${name}`, import.meta.url), 'utf8')

test('nginx logs no query and no referrer, in any of its servers', async () => {
	const config = (await read('nginx.conf')).replaceAll(/#.*$/gm, '')
	const formats = new Map(
		[...config.matchAll(/log_format\s+(\w+)\s+'([^']*)'/g)].map(([, name, text]) => [name, text]),
	)
	const servers = config.split(/\nserver \{/).slice(1)
	expect(servers).toHaveLength(3)
	for (const server of servers) {
		const [own] = server.split(/\blocation\b/)
		expect(own).toMatch(/access_log \S+ headstart;/)
		expect(own).toMatch(/error_log \S+ crit;/)
	}
	for (const [, target] of config.matchAll(/access_log ([^;]+);/g))
		if (target !== 'off') expect([...formats.keys()]).toContain(target?.split(' ')[1])
	for (const [, level] of config.matchAll(/error_log \S+ ?(\w*);/g)) expect(level).toBe('crit')
	expect(formats.size).toBeGreaterThan(0)
	for (const text of formats.values()) {
		expect(text).not.toMatch(
			/\$(request|request_uri|args|query_string|is_args|http_referer|arg_\w+|http_cookie|http_authorization)\b(?!_)/,
		)
		expect(text).toContain('$request_method $uri')
	}
})

test('Caddy removes the query and the headers of requests from everything that it logs', async () => {
	const config = await read('Caddyfile')
	const logs = config.match(/\blog( default)? \{/g) ?? []
	expect(logs).toHaveLength(2)
	expect(config.match(/request>uri regexp \\\?\.\* ""/g)).toHaveLength(logs.length)
	expect(config.match(/request>headers delete/g)).toHaveLength(logs.length)
})
