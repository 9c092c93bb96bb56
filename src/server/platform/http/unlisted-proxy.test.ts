import { Hono } from 'hono'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { checkSettings } from '#server/operations/doctor/check-settings.ts'
import type { Env } from '#server/platform/http/handle.ts'
import { listen } from '#server/platform/http/http-server.ts'
import { requestFrame } from '#server/platform/http/request-frame.ts'

/** Starts a server on a real port. Resolves with a function that sends it a request, and with the warnings that it logs. */
async function server(trustedProxies: string[]) {
	const warnings: string[] = []
	const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) })
	const app = new Hono<Env>()
	app.use(requestFrame({ siteUrl: 'https://shop.example', trustedProxies, log }))
	app.get('/', (c) => c.text('here'))
	const http = await listen({ host: '127.0.0.1', port: 0 })
	http.serve({ fetch: app.fetch, built: undefined })
	onTestFinished(() => http.close(0))
	const ask = async (headers: Record<string, string> = {}) =>
		expect((await fetch(`http://127.0.0.1:${http.port}/`, { headers })).status).toBe(200)
	return { ask, warnings }
}

test.each([
	['x-forwarded-for', '203.0.113.9'],
	['forwarded', 'for=203.0.113.9'],
])(
	'the first request with %s from an unlisted proxy is logged with the proxy’s address and the name of the setting',
	async (name, value) => {
		const { ask, warnings } = await server(['192.0.2.7'])
		await ask()
		expect(warnings).toEqual([])
		await ask({ [name]: value })
		await ask({ [name]: value })
		expect(warnings).toHaveLength(1)
		expect(JSON.parse(warnings[0] ?? '')).toMatchObject({
			address: '127.0.0.1',
			msg: expect.stringContaining('TRUSTED_PROXIES'),
		})
	},
)

test('nothing is logged if the proxy is listed', async () => {
	const { ask, warnings } = await server(['127.0.0.0/8'])
	await ask({ 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' })
	expect(warnings).toEqual([])
})

test('the doctor warns only about a public site without TRUSTED_PROXIES', () => {
	const warning = { level: 'warning', says: expect.stringContaining('TRUSTED_PROXIES is empty') }
	const live = { rehearsal: undefined, missingForLive: [] }
	expect(checkSettings({ isPublic: true, trustedProxies: [], notices: [], ...live })).toMatchObject([
		{ level: 'ok' },
		warning,
	])
	expect(checkSettings({ isPublic: true, trustedProxies: ['10.0.0.1'], notices: [], ...live })).toMatchObject(
		[{ level: 'ok' }],
	)
	expect(checkSettings({ isPublic: false, trustedProxies: [], notices: [], ...live })).toMatchObject([
		{ level: 'ok' },
	])
})
