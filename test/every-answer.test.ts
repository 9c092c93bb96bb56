import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createWorld, useWorld } from '#test/world.ts'

const world = await useWorld()

const key = () => ({ apikey: world.keys.publishableKey })

describe.each([
	['health', 'GET', '/healthz', 200],
	['readiness', 'GET', '/readyz', 200],
	['a page', 'GET', '/no-such-page', 404],
	['a page requested with POST', 'POST', '/', 405],
	['auth', 'GET', '/auth/v1/settings', 200],
	['auth, unknown', 'GET', '/auth/v1/nothing', 404],
	['rest', 'GET', '/rest/v1/products?select=id', 200],
	['rest, unknown', 'GET', '/rest/v1/nothing', 404],
	['storage', 'POST', '/storage/v1/object/sign/pdfs/CV.zip', 400],
	['functions', 'POST', '/functions/v1/nothing', 404],
	['realtime', 'GET', '/realtime/v1/websocket', 404],
	['an invalid policy report', 'POST', '/csp-reports', 400],
])('%s', (_name, method, path, status) => {
	test('answers with a status, a reference and security headers, and reveals no internals', async () => {
		const response = await world.request(path, {
			method,
			headers: key(),
			...(method === 'POST' ? { body: '{}' } : {}),
		})
		expect(response.status).toBe(status)
		expect(response.headers.get('x-request-id')).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
		expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
		expect(response.headers.get('x-content-type-options')).toBe('nosniff')
		expect(response.headers.get('referrer-policy')).toBeTruthy()
		expect(response.headers.get('server')).toBeNull()
		expect(response.headers.get('x-powered-by')).toBeNull()
		expect(await response.text()).not.toMatch(/node_modules|\.ts:\d|at Object|select .* from|\/src\//)
	})
})

test('if a page cannot be rendered, the answer has a reference and reveals no internals', async () => {
	const broken = await createWorld({
		pages: { built: undefined, render: () => Promise.reject(new Error('at /src/secret.ts:1')) },
	})
	onTestFinished(() => broken.close())
	const response = await broken.request('/no-such-page')
	expect(response.status).toBe(500)
	const reference = response.headers.get('x-request-id')
	expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
	expect(await response.text()).toBe(`Something went wrong on our side. The reference is ${reference}.`)
	const shown = await broken.request('/no-such-page', { headers: { accept: 'text/html' } })
	expect(shown.status).toBe(500)
	expect(await shown.text()).toContain(`quote ${shown.headers.get('x-request-id')}.`)
})

test('API responses tell caches that they depend on the caller', async () => {
	for (const path of [
		'/auth/v1/settings',
		'/rest/v1/products?select=id',
		'/storage/v1/object/pdfs/CV.zip',
		'/functions/v1/create-payment',
	]) {
		const { headers } = await world.request(path, { headers: key() })
		expect(headers.get('vary'), path).toMatch(/Authorization.*Apikey/)
	}
})

test('API responses are not cached', async () => {
	for (const path of [
		'/auth/v1/user',
		'/rest/v1/purchases',
		'/storage/v1/object/pdfs/CV.zip',
		'/functions/v1/create-payment',
	]) {
		const response = await world.request(path, { headers: key() })
		expect(response.headers.get('cache-control'), path).toContain('no-store')
	}
})

test.each([
	'/.env',
	'/.git/config',
	'/package.json',
	'/src/server/main.ts',
	'/goods/CV.zip',
	'/build/server/index.js',
	'/metrics',
])('%s is not served', async (path) => {
	expect((await world.request(path)).status).toBe(404)
})

/** Sends raw bytes that no well-behaved client would. */
async function rawRequest(text: string): Promise<string> {
	const { hostname, port } = new URL(world.url)
	return await new Promise((resolve, reject) => {
		const socket = connect(Number(port), hostname, () => socket.end(text))
		let answer = ''
		socket.setEncoding('utf8').on('data', (part) => {
			answer += part
		})
		socket.on('end', () => resolve(answer)).on('error', reject)
	})
}

test.each([
	[
		'a request with a header of 20 kB',
		`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
		/^HTTP\/1\.1 431/,
	],
	[
		'a request with two different lengths',
		'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
		/^HTTP\/1\.1 400/,
	],
	[
		'a request with both a length and chunks',
		'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
		/^HTTP\/1\.1 400/,
	],
	['text that is not HTTP', 'rubbish\r\n\r\n', /^HTTP\/1\.1 400/],
])('%s is refused', async (_name, text, expected) => {
	expect(await rawRequest(text)).toMatch(expected)
})
