import { Hono } from 'hono'
import pino from 'pino'
import { expect, test } from 'vitest'
import type { Env } from '#server/platform/http/handle.ts'
import { renderError } from '#server/platform/http/render-error.ts'
import { requestFrame } from '#server/platform/http/request-frame.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

const asTab = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', accept: 'text/html,*/*;q=0.8' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

const addresses: readonly [string, string, number][] = [
	['GET', '/auth/v1/verify', 400],
	['GET', '/auth/v1/verify?type=signup', 400],
	['GET', '/auth/v1/authorize', 400],
	['GET', '/auth/v1/authorize?provider=nobody', 400],
	['GET', '/auth/v1/user/identities/authorize?provider=google', 401],
	['GET', '/auth/v1/reauthenticate', 401],
	['GET', '/auth/v1/verify/more', 404],
	['GET', '/auth/v1/sso/saml/session', 404],
	['POST', '/auth/v1/sso/saml/acs', 404],
	['GET', '/functions/v1/create-payment', 404],
	['GET', '/functions/v1/stop-everything?token=x', 404],
	['GET', '/functions/v1/stripe-webhook', 405],
	['GET', '/storage/v1/object/sign/pdfs/CV.zip?token=x', 400],
	['GET', '/storage/v1/object/public/pdfs/CV.zip', 400],
	['GET', '/rest/v1/purchases', 401],
	['GET', '/realtime/v1/nothing', 404],
	['POST', '/products/nothing', 405],
]

async function ask(method: string, address: string, headers: Record<string, string>) {
	// Not by `fetch`, which says of itself that it is a script.
	return await world.request(address, {
		method,
		headers: method === 'POST' ? { ...form, ...headers } : headers,
	})
}

test.each(addresses)(
	'%s %s, opened in a tab, is a page with the way back',
	async (method, address, status) => {
		const response = await ask(method, address, asTab)
		expect(response.status).toBe(status)
		expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
		expect(response.headers.get('content-security-policy')).toContain(
			"default-src 'none'; style-src 'sha256-",
		)
		expect(response.headers.get('referrer-policy')).toBe('no-referrer')
		const text = await response.text()
		expect(text).toMatch(/<h1>[A-Z][^<]+<\/h1>/)
		expect(text).toContain('<a href="/">To the home page</a>')
		expect(text).not.toMatch(/token|error_code|JWT|provider=/)
	},
)

test.each(addresses)('%s %s is JSON for a program and for a script', async (method, address, status) => {
	for (const headers of [{}, { accept: '*/*' }, { 'sec-fetch-mode': 'cors', accept: 'text/html' }]) {
		const response = await ask(method, address, headers)
		expect(response.status).toBe(status)
		expect(response.headers.get('content-type')).toMatch(/^application\/json/)
		expect(await response.json()).toBeTypeOf('object')
	}
})

test('an older browser, which sends no fetch metadata, gets the page too', async () => {
	const response = await ask('GET', '/auth/v1/verify', { accept: 'text/html,application/xhtml+xml' })
	expect(await response.text()).toContain(
		'<a href="/auth">To the sign-in page, where you can begin again</a>',
	)
})

test('a page about our own fault quotes the reference and says nothing about the cause', async () => {
	const app = new Hono<Env>()
	app.use(requestFrame({ siteUrl: 'https://shop.test', trustedProxies: [], log: pino({ level: 'silent' }) }))
	app.get('/', () => {
		throw new Error('relation "purchases" does not exist')
	})
	app.onError(renderError)
	const response = await app.request('/', { headers: asTab })
	expect(response.status).toBe(500)
	const text = await response.text()
	expect(text).toContain(`quote ${response.headers.get('x-request-id')}.`)
	expect(text).toContain('<h1>This can’t be opened just now</h1>')
	expect(text).not.toContain('relation')
})
