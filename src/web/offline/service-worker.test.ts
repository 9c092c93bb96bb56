import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const code = readFileSync(new URL('./service-worker.js', import.meta.url), 'utf8')

interface Asked {
	path?: string
	mode?: string
	method?: string
}

/**
 * Returns the worker's response; undefined if it leaves the request to the browser. `cached` is the page in the browser's
 * cache.
 */
async function answerTo(
	asked: Asked,
	network: () => Response,
	cached: () => Response = away,
): Promise<Response | undefined> {
	const { path = '/free', mode = 'navigate', method = 'GET' } = asked
	let answer: Promise<Response> | undefined
	const listeners = new Map<string, (event: unknown) => void>()
	runInNewContext(code, {
		addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
		fetch: async (_: unknown, { cache, mode: how }: RequestInit = {}) =>
			cache === 'only-if-cached' && how === 'same-origin' ? cached() : network(),
		Response,
		URL,
		crypto,
	})
	listeners.get('fetch')?.({
		request: { url: `https://shop.test${path}`, mode, method },
		respondWith: (response: Promise<Response>) => {
			answer = response
		},
	})
	return await answer
}

function away(): Response {
	throw new TypeError('Failed to fetch')
}

test('a page that can be fetched is passed on unchanged, whatever its status', async () => {
	for (const status of [200, 404, 500]) {
		const page = new Response('a page', { status })
		expect(await answerTo({}, () => page)).toBe(page)
	}
})

test.each([
	['offline', away],
	['behind a proxy whose server is down', () => new Response('Bad Gateway', { status: 502 })],
	['while the server is being updated', () => new Response('The shop is opening.', { status: 503 })],
])('%s, the worker responds with the offline page and stores nothing', async (_, network) => {
	const answer = await answerTo({ path: '/payment-success?session_id=cs_1' }, network)
	expect(answer?.status).toBe(503)
	expect(answer?.headers.get('cache-control')).toBe('no-store')
	expect(await answer?.text()).toContain('__OFFLINE_PAGE__')
	const policy = answer?.headers.get('content-security-policy')
	expect(policy).toMatch(/script-src 'nonce-[\w-]{36}';/)
	expect((await answerTo({}, network))?.headers.get('content-security-policy')).not.toBe(policy)
})

test.each([
	['offline', away],
	['behind a proxy whose server is down', () => new Response('Bad Gateway', { status: 502 })],
])('%s, a page seen before comes from the browser’s cache', async (_, network) => {
	const cached = new Response('a page seen before')
	expect(await answerTo({}, network, () => cached)).toBe(cached)
})

test.each([
	{ path: '/storage/v1/object/sign/pdfs/CV.zip?token=t' },
	{ path: '/auth/v1/callback?code=c' },
	{ path: '/robots.txt' },
	{ path: '/assets/root.js', mode: 'no-cors' },
	{ path: '/rest/v1/purchases', mode: 'cors' },
	{ path: '/auth', method: 'POST' },
])('%j is left to the browser, even offline', async (asked) => {
	expect(await answerTo(asked, away)).toBeUndefined()
})

test('the worker opens no cache or database', () => {
	expect(code).not.toMatch(/caches|indexedDB/)
})
