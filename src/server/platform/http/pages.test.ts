import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { BuiltAnswer } from '#server/platform/http/built-file.ts'
import type { BuiltPages } from '#server/platform/http/built-pages.ts'
import type { Env } from '#server/platform/http/handle.ts'
import { type Pages, pageHandler } from '#server/platform/http/pages.ts'

const siteOf = (pages: Pages) => new Hono<Env>().all('*', pageHandler({ pages }))

/** Returns a web build with these pages. The text of each page is its address. */
function builtSite(paths: readonly string[]): BuiltPages {
	const answers = new Map(
		paths.map((path): [string, BuiltAnswer] => [
			path,
			{ status: path.endsWith('/404') ? 404 : 200, headers: { etag: 'W/"1"' }, body: Buffer.from(path) },
		]),
	)
	return {
		paths: new Set(paths),
		shown: new Map(),
		show: async () => {},
		shrink: async () => {},
		answer: ({ path, ifNoneMatch }) => {
			const answer = answers.get(path)
			return answer && ifNoneMatch !== undefined ? { ...answer, status: 304, body: undefined } : answer
		},
	}
}

const site = siteOf({
	built: builtSite(['/', '/free', '/categories/career', '/404', '/categories/404', '/café']),
})

async function ask(path: string, headers: Record<string, string> = {}) {
	const answer = await site.fetch(new Request(`https://shop.test${path}`, { headers }))
	return `${answer.status} ${await answer.text()}`
}

test.each([
	['/no-such-page', '404 /404'],
	['/products/none', '404 /404'],
	['/free/more', '404 /404'],
	['/categories', '404 /404'],
	['/categories/none', '404 /categories/404'],
	['/Categories/NONE', '404 /categories/404'],
	['/categories/a%2Fb', '404 /categories/404'],
	['/categories/a/b', '404 /404'],
	['/%zz%00', '404 /404'],
	['//free', '404 /404'],
	['/404', '404 /404'],
	['/assets/none.js', '404 /404'],
])('%s is answered with the 404 page for its kind of path: %s', async (path, expected) => {
	expect(await ask(path)).toBe(expected)
})

test('an unknown path is never answered with 304', async () => {
	expect(await ask('/no-such-page', { 'if-none-match': 'W/"1"' })).toBe('404 /404')
})

test.each([
	['/FREE', '200 /free'],
	['/fr%65e', '200 /free'],
	['/Categories/Career', '200 /categories/career'],
	['/CAF%C3%89', '200 /café'],
])('the server answers %s with the page that the client router shows for it: %s', async (path, expected) => {
	expect(await ask(path)).toBe(expected)
})

test('a build without a 404 page answers 404 as text', async () => {
	const answer = await siteOf({ built: builtSite(['/']) }).request('/nowhere')
	expect([answer.status, await answer.text()]).toEqual([404, 'Page not found'])
})

/** A site under development, whose pages are all rendered on request. */
const developed = siteOf({ render: async () => new Response('rendered') })

test.each([
	['/caf%C3%A9?x=%zz', '/caf%C3%A9'],
	['/%zz%00', '/%25zz%2500'],
	['/%ff', '/%25ff'],
])('during development, %s is rendered as %s', async (path, looked) => {
	const seen: string[] = []
	const render = async ({ url }: Request) => {
		seen.push(new URL(url).pathname)
		return new Response('not found', { status: 404 })
	}
	const app = siteOf({ render })
	expect((await app.request(path)).status).toBe(404)
	expect(seen).toEqual([looked])
})

test('a rendered page has a new nonce each time', async () => {
	const answers = await Promise.all([developed.request('/a'), developed.request('/a')])
	const policies = answers.map((answer) => answer.headers.get('content-security-policy'))
	for (const policy of policies) expect(policy).toMatch(/script-src 'self' 'nonce-[^']{24}';/)
	expect(policies[0]).not.toBe(policies[1])
})

test.each([
	['/free/', '/free'],
	['/free//?sort=price', '/free?sort=price'],
	['//evil.test/', '/evil.test'],
	['///evil.test/free//', '/evil.test/free'],
	['//', '/'],
])('%s redirects to %s on this site', async (path, location) => {
	const answer = await site.fetch(new Request(`https://shop.test${path}`))
	expect([answer.status, answer.headers.get('location')]).toEqual([308, location])
})

test('a form posted without scripts is redirected back to its page, and other POSTs are refused', async () => {
	const app = siteOf({ built: builtSite(['/auth']) })
	const post = async (path: string, type: string) =>
		await app.request(path, { method: 'POST', headers: { 'content-type': type }, body: 'password=secret' })
	const form = 'application/x-www-form-urlencoded'
	const sentBack = await post('/auth?redirect=/premium', form)
	expect([sentBack.status, sentBack.headers.get('location')]).toEqual([303, '/auth?redirect=/premium'])
	expect((await post('/auth', 'application/json')).status).toBe(405)
	expect((await post('/nowhere', form)).status).toBe(405)
	expect((await post('//evil.test', form)).status).toBe(405)
})
