import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import { createForwarder } from '#server/apis/page-views/forwarder.ts'
import { forwardingTo } from '#server/apis/page-views/services.ts'

interface Collected {
	path: string
	headers: Record<string, unknown>
	body: string
}

const open: Server[] = []
afterEach(() => {
	for (const server of open.splice(0)) {
		server.closeAllConnections()
		server.close()
	}
})

/** Starts a counting service on this machine; `answer` decides how it responds. */
async function collector(answer: 'takes' | 'refuses' | 'hangs' = 'takes') {
	const collected: Collected[] = []
	const server = createServer((request, response) => {
		let body = ''
		request.setEncoding('utf8').on('data', (part) => {
			body += part
		})
		request.on('end', () => {
			collected.push({ path: request.url ?? '', headers: { ...request.headers }, body })
			if (answer !== 'hangs') response.writeHead(answer === 'takes' ? 202 : 500).end()
		})
	})
	open.push(server)
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const address: AddressInfo | string | null = server.address()
	if (address === null || typeof address === 'string') throw new Error('not listening')
	return { url: `http://127.0.0.1:${address.port}`, collected }
}

const log = pino({ level: 'silent' })
const siteUrl = 'https://shop.example'
type Forwarded = Parameters<typeof forwardingTo>[0]

const services = (url: string): Record<string, Forwarded> => ({
	plausible: { kind: 'plausible', url, domain: 'shop.example' },
	umami: { kind: 'umami', url, websiteId: '7f3b1f9e-6d55-4a3b-8d3a-0c1a5d8f2b11' },
	google: { kind: 'google', url, measurementId: 'G-ABC123', apiSecret: 'ga-secret' },
})

test.each([
	['plausible', '/api/event', { name: 'pageview', domain: 'shop.example', url: 'https://shop.example/free' }],
	[
		'umami',
		'/api/send',
		{
			type: 'event',
			payload: { website: '7f3b1f9e-6d55-4a3b-8d3a-0c1a5d8f2b11', hostname: 'shop.example', url: '/free' },
		},
	],
	[
		'google',
		'/mp/collect?measurement_id=G-ABC123&api_secret=ga-secret',
		{
			client_id: expect.any(String),
			non_personalized_ads: true,
			events: [
				{
					name: 'page_view',
					params: { page_location: 'https://shop.example/free', engagement_time_msec: 1 },
				},
			],
		},
	],
])('%s receives the path and nothing about the visitor', async (name, path, body) => {
	const { url, collected } = await collector()
	const service = services(url)[name]
	if (service === undefined) throw new Error(`no service ${name}`)
	const sink = createForwarder({ callFor: forwardingTo(service, siteUrl), log })
	sink.record('/free')
	sink.record('/free')
	await sink.close()
	expect(collected.map((call) => call.path)).toEqual([path, path])
	const [first, second] = collected.map((call): unknown => JSON.parse(call.body))
	expect(first).toEqual(body)
	for (const { headers } of collected) {
		for (const header of ['cookie', 'referer', 'x-forwarded-for', 'authorization'])
			expect(headers).not.toHaveProperty(header)
	}
	// Nothing links two views to one visitor.
	if (name === 'google') expect(first).not.toEqual(second)
})

test('a failed call is not retried, and the next view is still sent', async () => {
	const { url, collected } = await collector('refuses')
	const sink = createForwarder({
		callFor: forwardingTo({ kind: 'plausible', url, domain: 'x' }, siteUrl),
		log,
	})
	sink.record('/free')
	sink.record('/about')
	await sink.close()
	expect(collected).toHaveLength(2)
})

test('a hanging service delays neither visitors nor the shutdown, and the queue for it is bounded', async () => {
	const { url, collected } = await collector('hangs')
	const sink = createForwarder({
		callFor: forwardingTo({ kind: 'plausible', url, domain: 'x' }, siteUrl),
		log,
		timeoutMs: 1_000,
	})
	const began = performance.now()
	for (let index = 0; index < 5_000; index += 1) sink.record('/free')
	// Less than one call takes, although there are thousands.
	expect(performance.now() - began).toBeLessThan(1_000)
	await sink.close()
	expect(performance.now() - began).toBeLessThan(10_000)
	await expect.poll(() => collected.length).toBeGreaterThan(0)
	expect(collected.length).toBeLessThan(1_100)
})
