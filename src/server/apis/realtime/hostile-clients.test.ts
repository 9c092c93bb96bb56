import { once } from 'node:events'
import fc from 'fast-check'
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { confirmedUser } from '#test/auth.ts'
import { createLimitedRealtime, type Opening, ok, pushed, refused } from '#test/limited-realtime.ts'
import { createWorld } from '#test/world.ts'

const { world, logged, opened, open, closeAll } = await createLimitedRealtime()
afterAll(() => world.close())
afterEach(closeAll)

test.each<[string, Opening, unknown]>([
	['a program that sends no origin', {}, 'open'],
	['a page of this site', { origin: 'own' }, 'open'],
	['a page of another site', { origin: 'https://evil.example' }, 403],
	['a page without an origin', { origin: 'null' }, 403],
	['a client without a key', { key: '' }, 401],
	['a client with a made-up key', { key: 'sb_publishable_made_up' }, 401],
	['a client with a key that no header can carry', { key: '%0d%0ax' }, 401],
	['a client with an unknown version of the protocol', { version: '9.0.0' }, 403],
])('%s is answered with a socket or with the right refusal', async (_name, opening, answer) => {
	const origin = opening.origin === 'own' ? world.url : opening.origin
	expect((await open({ ...opening, ...(origin === undefined ? {} : { origin }) })).opening).toBe(answer)
})

test('an upgrade on another path, and a request without an upgrade, are answered as plain HTTP', async () => {
	const socket = new WebSocket(`${world.url.replace('http', 'ws')}/rest/v1/products`)
	socket.on('error', () => {})
	const [, response] = await once(socket, 'unexpected-response')
	expect(response.statusCode).toBe(401)
	expect((await fetch(`${world.url}/realtime/v1/websocket`)).status).toBe(404)
})

test('an event name that is too long for its length byte is rejected', async () => {
	const [listener, sender] = [await open(), await open()]
	const frames: Buffer[] = []
	listener.socket.on('message', (data, isBinary) => isBinary && frames.push(data as Buffer))
	for (const client of [listener, sender]) await client.join('names')
	const post = async (topic: string, event: string) =>
		(
			await world.request(`/realtime/v1/api/broadcast/${topic}/events/${encodeURIComponent(event)}`, {
				method: 'POST',
				headers: { apikey: world.keys.publishableKey },
				body: '{"text":"fine"}',
			})
		).status
	expect(await post('names', '€'.repeat(100))).toBe(422)
	expect(await post('names', '€'.repeat(80))).toBe(202)
	await expect.poll(() => frames.length).toBe(1)
	expect(frames[0]?.toString()).toContain(`${'€'.repeat(80)}{"text":"fine"}`)
	// None of these bytes is valid UTF-8. As text, each would become three bytes.
	const topic = Buffer.from('realtime:names')
	const head = Buffer.from([3, 1, 1, topic.length, 200, 0, 1])
	sender.socket.send(
		Buffer.concat([head, Buffer.from('12'), topic, Buffer.alloc(200, 0xff), Buffer.from('{}')]),
	)
	await expect.poll(sender.closed).toMatchObject({ code: 1003 })
	expect(frames).toHaveLength(1)
})

test.each([
	['for it', { waitingBytes: 64 * 1024 }],
	['for all clients together', { waitingBytes: 64 * 1024 * 1024, waitingBytesTogether: 256 * 1024 }],
])(
	'a client that does not read is dropped before too many bytes wait %s; one that reads receives everything',
	async (_for, few) => {
		const roomy = await createWorld({ realtimeLimits: { messagesPerSecond: 1_000, ...few } })
		onTestFinished(() => roomy.close())
		const there = { url: roomy.url, key: roomy.keys.publishableKey }
		const [slow, quick, sender] = [await open(there), await open(there), await open(there)]
		for (const client of [slow, quick, sender])
			await client.join('flood', { config: { broadcast: { ack: true } } })
		slow.socket.pause()
		const payload = { text: 'x'.repeat(60_000) }
		// This is more than an operating system buffers for a socket that nobody reads.
		const sent = 400
		for (let count = 1; count <= sent; count++) {
			sender.send('realtime:flood', 'broadcast', { event: 'x', payload })
			while (pushed(quick.received, 'broadcast').length < count)
				await new Promise((resolve) => setImmediate(resolve))
		}
		slow.socket.resume()
		await expect.poll(slow.closed).toBeDefined()
		expect(quick.closed()).toBeUndefined()
		expect(pushed(slow.received, 'broadcast').length).toBeLessThan(sent)
	},
)

test('a silent socket is closed; heartbeats keep one open', async () => {
	const [silent, alive] = [await open(), await open()]
	const beating = setInterval(() => alive.send('phoenix', 'heartbeat'), 300)
	await expect.poll(silent.closed).toBeDefined()
	clearInterval(beating)
	expect(alive.closed()).toBeUndefined()
})

test('whatever a client sends, the server keeps running', async () => {
	const witness = await open()
	const beating = setInterval(() => witness.send('phoenix', 'heartbeat'), 300)
	const nul = await witness.join('a\0', { config: { private: true } })
	expect(nul).toMatchObject(refused('unmatched topic'))
	const topics = fc.constantFrom('realtime:a', 'phoenix', 'realtime:', '__proto__', 'x'.repeat(300))
	const events = fc.constantFrom(
		'phx_join',
		'phx_leave',
		'access_token',
		'presence',
		'broadcast',
		'heartbeat',
		'constructor',
		'x',
	)
	const messages = fc.oneof(
		fc.string(),
		fc.jsonValue().map((value) => JSON.stringify(value)),
		fc
			.tuple(fc.constantFrom('1', null, 5), fc.constantFrom('1', null), topics, events, fc.jsonValue())
			.map((value) => JSON.stringify(value)),
		fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from([3, ...bytes])),
		fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
	)
	await fc.assert(
		fc.asyncProperty(fc.array(messages, { minLength: 1, maxLength: 20 }), async (all) => {
			const client = await open()
			await client.join('a', { config: { broadcast: { ack: true } } })
			for (const message of all) if (client.socket.readyState === WebSocket.OPEN) client.socket.send(message)
			client.socket.close()
			await once(client.socket, 'close')
			opened.splice(opened.indexOf(client.socket), 1)
		}),
		{ numRuns: 60 },
	)
	expect(await witness.call('phoenix', 'heartbeat')).toMatchObject(ok)
	expect(logged.filter((line) => /"level":[56]0/.test(line))).toEqual([])
	clearInterval(beating)
})

test('no key and no token is ever logged', async () => {
	const person = await confirmedUser(world)
	const client = await open()
	await client.join('a', { access_token: person.accessToken })
	await client.join('b', { access_token: `${person.accessToken}x` })
	client.send('realtime:a', 'access_token', { access_token: 'made.up.token' })
	await expect.poll(() => pushed(client.received, 'phx_close')).toHaveLength(1)
	const text = logged.join('')
	expect(text.length).toBeGreaterThan(0)
	for (const secret of [person.accessToken, world.keys.publishableKey, world.keys.secretKey, 'made.up.token'])
		expect(text).not.toContain(secret)
})
