import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Env } from '#server/http/env.ts'
import { pageHandler } from '#server/http/pages.ts'

const nothingBuilt = { paths: [], answer: () => undefined }

/** A site whose renderings take as long as the test likes: none ends before `finish`. */
function slowSite() {
	const finished = Promise.withResolvers<void>()
	const app = new Hono<Env>().all(
		'*',
		pageHandler({
			pages: {
				built: nothingBuilt,
				render: async () => {
					await finished.promise
					return new Response('not found', { status: 404 })
				},
			},
		}),
	)
	return {
		ask: async (path: string) => await app.request(path),
		finish: () => finished.resolve(),
	}
}

test('a flood of unknown addresses is told to come back; once it is over they are looked for again', async () => {
	const { ask, finish } = slowSite()
	const rendering = ['/a', '/b', '/c', '/d'].map((path) => ask(path))
	const refused = await ask('/e')
	expect(refused.status).toBe(503)
	expect(refused.headers.get('retry-after')).toBe('1')
	finish()
	for (const answer of await Promise.all(rendering)) expect(answer.status).toBe(404)
	expect((await ask('/e')).status).toBe(404)
})

test('renderings take turns, and others are answered in between', async () => {
	const log: string[] = []
	const app = new Hono<Env>().all(
		'*',
		pageHandler({
			pages: {
				built: nothingBuilt,
				// As React does it: all at once, without letting anybody else in.
				render: async ({ url }) => {
					const until = performance.now() + 20
					while (performance.now() < until);
					log.push(new URL(url).pathname)
					return new Response('not found', { status: 404 })
				},
			},
		}),
	)
	const asked = ['/a', '/b', '/c', '/d', '/e', '/f'].map((path) => Promise.resolve(app.request(path)))
	const others = setInterval(() => log.push('another'), 5)
	const statuses = (await Promise.all(asked)).map(({ status }) => status)
	clearInterval(others)
	expect(statuses).toEqual([404, 404, 404, 404, 503, 503])
	const gaps = ['/a', '/b', '/c', '/d'].map((path) => log.indexOf(path))
	for (const [index, place] of gaps.slice(1).entries())
		expect(log.slice(gaps[index], place)).toContain('another')
})

test.each([
	['/caf%C3%A9?x=%zz', '/caf%C3%A9'],
	['/%zz%00', '/%25zz%2500'],
	['/%ff', '/%25ff'],
])('%s is looked for as %s, which can be read', async (path, looked) => {
	const seen: string[] = []
	const render = async ({ url }: Request) => {
		seen.push(new URL(url).pathname)
		return new Response('not found', { status: 404 })
	}
	const app = new Hono<Env>().all('*', pageHandler({ pages: { built: nothingBuilt, render } }))
	expect((await app.request(path)).status).toBe(404)
	expect(seen).toEqual([looked])
})

test('a page that is rendered has a nonce of its own each time', async () => {
	const { ask, finish } = slowSite()
	const answers = [ask('/a'), ask('/a')]
	finish()
	const policies = (await Promise.all(answers)).map((answer) => answer.headers.get('content-security-policy'))
	for (const policy of policies) expect(policy).toMatch(/script-src 'self' 'nonce-[^']{24}';/)
	expect(policies[0]).not.toBe(policies[1])
})

test.each([
	['/free/', '/free'],
	['/free//?sort=price', '/free?sort=price'],
	['//evil.test/', '/evil.test'],
	['///evil.test/free//', '/evil.test/free'],
	['//', '/'],
])('%s is sent on to %s, on this site', async (path, location) => {
	const render = async () => new Response('not found', { status: 404 })
	const app = new Hono<Env>().all('*', pageHandler({ pages: { built: nothingBuilt, render } }))
	const answer = await app.fetch(new Request(`https://shop.test${path}`))
	expect([answer.status, answer.headers.get('location')]).toEqual([308, location])
})

test('a form sent without scripts leads back to its page, which says what it needs; nothing else may be posted', async () => {
	const built = { paths: ['/auth'], answer: () => undefined }
	const render = async () => new Response('not found', { status: 404 })
	const app = new Hono<Env>().all('*', pageHandler({ pages: { built, render } }))
	const post = async (path: string, type: string) =>
		await app.request(path, { method: 'POST', headers: { 'content-type': type }, body: 'password=secret' })
	const form = 'application/x-www-form-urlencoded'
	const sentBack = await post('/auth?redirect=/premium', form)
	expect([sentBack.status, sentBack.headers.get('location')]).toEqual([303, '/auth?redirect=/premium'])
	expect((await post('/auth', 'application/json')).status).toBe(405)
	expect((await post('/nowhere', form)).status).toBe(405)
	expect((await post('//evil.test', form)).status).toBe(405)
})
