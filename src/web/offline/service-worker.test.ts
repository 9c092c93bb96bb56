import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const code = readFileSync(new URL('./service-worker.js', import.meta.url), 'utf8')

interface Asked {
	path?: string
	mode?: string
	method?: string
}

/** What the worker answers; undefined if it leaves the request to the browser. `kept` is what the browser's own cache holds. */
async function answerTo(
	asked: Asked,
	network: () => Response,
	kept: () => Response = away,
): Promise<Response | undefined> {
	const { path = '/free', mode = 'navigate', method = 'GET' } = asked
	let answer: Promise<Response> | undefined
	const listeners = new Map<string, (event: unknown) => void>()
	runInNewContext(code, {
		addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
		fetch: async (_: unknown, { cache, mode: how }: RequestInit = {}) =>
			cache === 'only-if-cached' && how === 'same-origin' ? kept() : network(),
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

test('a page that can be had is given as it came, whatever it says', async () => {
	for (const status of [200, 404, 500]) {
		const page = new Response('a page', { status })
		expect(await answerTo({}, () => page)).toBe(page)
	}
})

test.each([
	['offline', away],
	['behind a proxy with nobody behind it', () => new Response('Bad Gateway', { status: 502 })],
	['while the server is being renewed', () => new Response('The shop is opening.', { status: 503 })],
])('%s, the page of ours takes its place, and nothing keeps it', async (_, network) => {
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
	['behind a proxy with nobody behind it', () => new Response('Bad Gateway', { status: 502 })],
])('%s, a page seen before is given as the browser still holds it', async (_, network) => {
	const seen = new Response('a page seen before')
	expect(await answerTo({}, network, () => seen)).toBe(seen)
})

test.each([
	{ path: '/storage/v1/object/sign/pdfs/CV.zip?token=t' },
	{ path: '/auth/v1/callback?code=c' },
	{ path: '/robots.txt' },
	{ path: '/assets/root.js', mode: 'no-cors' },
	{ path: '/rest/v1/purchases', mode: 'cors' },
	{ path: '/auth', method: 'POST' },
])('%j is left to the browser, offline too', async (asked) => {
	expect(await answerTo(asked, away)).toBeUndefined()
})

test('it opens no store', () => {
	expect(code).not.toMatch(/caches|indexedDB/)
})
