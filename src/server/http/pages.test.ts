import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Env } from '#server/http/env.ts'
import { pageHandler } from '#server/http/pages.ts'

const nothingBuilt = { paths: [], answer: () => undefined }

/** A site whose renderings take as long as the test likes. */
function slowSite() {
	const waiting: (() => void)[] = []
	const app = new Hono<Env>().all(
		'*',
		pageHandler({
			pages: {
				built: nothingBuilt,
				render: async () => {
					await new Promise<void>((resolve) => waiting.push(resolve))
					return new Response('not found', { status: 404 })
				},
			},
		}),
	)
	return {
		ask: async (path: string) => await app.request(path),
		finish: () => waiting.splice(0).map((go) => go()),
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
	const next = ask('/e')
	finish()
	expect((await next).status).toBe(404)
})

test('a page that is rendered has a nonce of its own each time', async () => {
	const { ask, finish } = slowSite()
	const answers = [ask('/a'), ask('/a')]
	finish()
	const policies = (await Promise.all(answers)).map((answer) => answer.headers.get('content-security-policy'))
	for (const policy of policies) expect(policy).toMatch(/script-src 'self' 'nonce-[^']{24}';/)
	expect(policies[0]).not.toBe(policies[1])
})
