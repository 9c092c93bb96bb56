import { once } from 'node:events'
import fc from 'fast-check'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { defaultLimits } from '#server/apis/realtime/limits.ts'
import { confirmedUser, signIn, tokensIn } from '#test/auth.ts'
import { createWorld, type World } from '#test/world.ts'

const limits = {
	sockets: 8,
	socketsPerAddress: 3,
	socketsPerUser: 2,
	channelsPerSocket: 3,
	channelsPerAddress: 4,
	bindingsPerChannel: 2,
	filterCharactersPerSocket: 300,
	messagesPerSecond: 40,
	joinsPerSecond: 8,
	joinsPerAddress: 20,
	deliveriesPerSecond: 60,
	presentPerTopic: 2,
	silenceMs: 1_500,
}
/** Milliseconds between attempts to join, so that there are fewer than eight a second. */
const seldom = 250
const logged: string[] = []
let world: World
beforeAll(async () => {
	world = await createWorld({
		realtimeLimits: limits,
		rateLimitScale: 1,
		trustedProxies: ['127.0.0.1'],
		log: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }),
	})
})
afterAll(async () => {
	await world.close()
})
const opened: WebSocket[] = []
afterEach(async () => {
	for (const socket of opened.splice(0)) socket.terminate()
	await expect.poll(async () => (await open({ address: '192.0.2.200' })).opening).toBe('open')
	opened.pop()?.terminate()
})

interface Opening {
	address?: string
	origin?: string
	key?: string
	version?: string
	url?: string
}

let addresses = 0

/** Opens a socket as any program could. */
async function open({
	address = `198.51.100.${++addresses % 250}`,
	origin,
	key = world.keys.publishableKey,
	version = '2.0.0',
	url: site = world.url,
}: Opening = {}) {
	const url = `${site.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=${version}`
	const socket = new WebSocket(url, {
		headers: { 'x-forwarded-for': address },
		...(origin === undefined ? {} : { origin }),
	})
	opened.push(socket)
	const received: unknown[][] = []
	let closed: { code: number; reason: string } | undefined
	socket.on('error', () => {})
	socket.on('message', (data, isBinary) => {
		if (!isBinary) received.push(JSON.parse(String(data)))
	})
	socket.on('close', (code, reason) => {
		closed = { code, reason: String(reason) }
	})
	const opening = await Promise.race([
		once(socket, 'open').then(() => 'open'),
		once(socket, 'unexpected-response').then(
			([, response]: { statusCode?: number }[]) => response?.statusCode,
		),
	])
	let ref = 0
	const send = (topic: string, event: string, payload: object = {}, joinRef: string | null = null) => {
		socket.send(JSON.stringify([joinRef, String(++ref), topic, event, payload]))
		return String(ref)
	}
	const call = async (topic: string, event: string, payload: object = {}, joinRef: string | null = null) => {
		const mine = send(topic, event, payload, joinRef)
		const find = () => received.find(([, its, , name]) => its === mine && name === 'phx_reply')?.[4]
		await expect.poll(find).toBeDefined()
		return find()
	}
	const join = (topic: string, payload: object = {}) =>
		call(`realtime:${topic}`, 'phx_join', payload, String(ref + 1))
	return { socket, opening, received, closed: () => closed, send, call, join }
}

const ok = { status: 'ok' }
const refused = (reason: unknown) => ({ status: 'error', response: { reason } })
const pushed = (received: unknown[][], event: string) =>
	received.filter((message) => message[3] === event).map((message) => message[4])

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

test('one address may open three sockets, a wider network more, and all addresses eight in total', async () => {
	const address = '203.0.113.7'
	for (const expected of ['open', 'open', 'open', 429])
		expect((await open({ address })).opening).toBe(expected)
	opened[0]?.close()
	await expect.poll(async () => (await open({ address })).opening).toBe('open')
	const network = (group: number) => `2001:db8:0:${group.toString(16)}::1`
	for (const group of [1, 1, 1]) expect((await open({ address: network(group) })).opening).toBe('open')
	expect((await open({ address: network(1) })).opening).toBe(429)
	for (const group of [2, 3]) expect((await open({ address: network(group) })).opening).toBe('open')
	expect((await open()).opening).toBe(503)
})

test('one user may have two sockets, whatever addresses they come from', async () => {
	const person = await confirmedUser(world)
	const token = { access_token: person.accessToken }
	const [first, second, third] = [await open(), await open(), await open()]
	expect(await first.join('a', token)).toMatchObject(ok)
	expect(await second.join('a', token)).toMatchObject(ok)
	const again = tokensIn((await signIn(world, person.email, person.password)).body)
	expect(await third.join('a', { access_token: again.accessToken })).toMatchObject(
		refused('ConnectionRateLimitReached: Too many connected users'),
	)
	expect(await second.join('b', token)).toMatchObject(ok)
	first.socket.close()
	await expect.poll(() => third.join('a', token), { interval: seldom }).toMatchObject(ok)
})

test('one address may join four channels in total, over all its sockets', async () => {
	const address = '203.0.113.8'
	const [first, second] = [await open({ address }), await open({ address })]
	for (const name of ['a', 'b', 'c']) expect(await first.join(name)).toMatchObject(ok)
	expect(await second.join('a')).toMatchObject(ok)
	expect(await second.join('a')).toMatchObject(ok)
	const tooMany = refused('ChannelRateLimitReached: Too many channels')
	expect(await second.join('b')).toMatchObject(tooMany)
	expect(await (await open()).join('b')).toMatchObject(ok)
	await first.call('realtime:a', 'phx_leave')
	expect(await second.join('b')).toMatchObject(ok)
	expect(await second.join('c')).toMatchObject(tooMany)
	first.socket.close()
	await expect.poll(() => second.join('c'), { interval: seldom }).toMatchObject(ok)
})

test('one socket may join three channels with two subscriptions each, and join at most eight times a second', async () => {
	const client = await open()
	for (const name of ['a', 'b', 'c', 'c']) expect(await client.join(name)).toMatchObject(ok)
	expect(await client.join('d')).toMatchObject(refused('ChannelRateLimitReached: Too many channels'))
	await client.call('realtime:a', 'phx_leave')
	expect(await client.join('d')).toMatchObject(ok)

	const many = await open()
	const subscribe = (count: number) => ({
		config: {
			postgres_changes: Array.from({ length: count }, () => ({
				event: '*',
				schema: 'public',
				table: 'products',
			})),
		},
	})
	expect(await many.join('a', subscribe(2))).toMatchObject(ok)
	expect(await many.join('a', subscribe(3))).toMatchObject(refused(expect.stringContaining('More than 2')))
	for (let count = 0; count < 12; count++) many.send('realtime:a', 'phx_join', {}, 'x')
	await expect
		.poll(() => pushed(many.received, 'phx_reply').at(-1))
		.toMatchObject(refused('ClientJoinRateLimitReached: Too many joins per second'))
})

test('the sockets of one address may join at most twenty times a second, and sockets of other addresses are unaffected', async () => {
	const address = '198.51.100.77'
	const [first, second, third] = [await open({ address }), await open({ address }), await open({ address })]
	const replies = () => [first, second, third].flatMap(({ received }) => pushed(received, 'phx_reply'))
	await expect
		.poll(
			() => {
				for (let count = 0; count < 7; count++)
					for (const client of [first, second, third]) client.send('realtime:a', 'phx_join', {}, 'x')
				return replies()
			},
			{ interval: 1_500, timeout: 15_000 },
		)
		.toContainEqual(expect.objectContaining(refused('ClientJoinRateLimitReached: Too many joins per second')))
	expect(replies()).toContainEqual(expect.objectContaining(ok))
	expect(await (await open()).join('a')).toMatchObject(ok)
})

test('a socket is closed if it sends more than forty messages in a second', async () => {
	const [calm, busy] = [await open(), await open()]
	for (let count = 0; count < 30; count++) calm.send('phoenix', 'heartbeat')
	await busy.join('a')
	for (let count = 0; count < 60; count++) busy.send('phoenix', 'heartbeat')
	await expect.poll(busy.closed).toEqual({ code: 1008, reason: 'Too many messages per second' })
	expect(pushed(busy.received, 'system')).toMatchObject([
		{ status: 'error', message: 'Too many messages per second' },
	])
	expect(await calm.call('phoenix', 'heartbeat')).toMatchObject(ok)
})

test('a message may have 64 kB, and a longer message closes the socket', async () => {
	const client = await open()
	await client.join('a', { config: { broadcast: { ack: true } } })
	const message = (bytes: number) => ({ type: 'broadcast', event: 'x', payload: { text: 'x'.repeat(bytes) } })
	expect(await client.call('realtime:a', 'broadcast', message(65_000))).toMatchObject(ok)
	client.send('realtime:a', 'broadcast', message(defaultLimits.messageBytes))
	await expect.poll(client.closed).toMatchObject({ code: 1009 })
	const post = (bytes: number) =>
		world.request('/realtime/v1/api/broadcast/a/events/x', {
			method: 'POST',
			headers: { apikey: world.keys.publishableKey },
			body: JSON.stringify({ text: 'x'.repeat(bytes) }),
		})
	expect((await post(60_000)).status).toBe(202)
	expect((await post(defaultLimits.messageBytes)).status).toBe(413)
})

test('broadcasts from one address may cause sixty deliveries a second, whether sent over a socket or by HTTP request', async () => {
	const address = '203.0.113.9'
	const crowd = await Promise.all([1, 2, 3, 4].map(() => open()))
	for (const one of crowd) await one.join('crowd')
	const sender = await open({ address })
	await sender.join('crowd', { config: { broadcast: { ack: true } } })
	const say = () => sender.send('realtime:crowd', 'broadcast', { type: 'broadcast', event: 'x', payload: {} })
	for (let count = 0; count < 9; count++) say()
	await expect.poll(() => pushed(crowd[0]?.received ?? [], 'broadcast').length).toBe(9)
	for (let count = 0; count < 12; count++) say()
	await expect.poll(() => pushed(sender.received, 'phx_close')).toHaveLength(1)
	expect(pushed(sender.received, 'system')).toMatchObject([{ message: 'Too many messages per second' }])
	const other = await open()
	await other.join('crowd', { config: { broadcast: { ack: true } } })
	expect(await other.call('realtime:crowd', 'broadcast', { event: 'y', payload: {} })).toMatchObject(ok)
	const post = () =>
		fetch(`${world.url}/realtime/v1/api/broadcast/crowd/events/x`, {
			method: 'POST',
			headers: { apikey: world.keys.publishableKey, 'x-forwarded-for': '203.0.113.10' },
			body: '{}',
		})
	// On a busy machine, twenty requests may take more than a second, so the first twenty may stay below the limit.
	const statuses = new Set<number>()
	for (let turn = 0; turn < 10 && !statuses.has(429); turn += 1)
		for (const { status } of await Promise.all(Array.from({ length: 20 }, post))) statuses.add(status)
	expect(statuses).toEqual(new Set([202, 429]))
})

test('presence is limited in size, in rate and in clients per channel', async () => {
	const clients = [await open(), await open(), await open()]
	const [first, second, third] = clients
	if (!first || !second || !third) throw new Error('not open')
	const config = { presence: { key: 'k', enabled: true } }
	for (const client of clients) expect(await client.join('lobby', { config })).toMatchObject(ok)
	const track = (client: typeof first, payload: unknown) =>
		client.call('realtime:lobby', 'presence', {
			type: 'presence',
			event: 'track',
			payload: payload as object,
		})
	expect(await track(first, { mood: 'x'.repeat(4_000) })).toMatchObject(ok)
	expect(await track(second, {})).toMatchObject(ok)
	expect(await track(second, [1])).toMatchObject(refused('Presence track payload must be a map'))
	expect(await track(third, {})).toMatchObject({ status: 'error' })
	third.send('realtime:lobby', 'presence', { event: 'track', payload: { mood: 'x'.repeat(4_100) } })
	await expect
		.poll(() => pushed(third.received, 'system'))
		.toMatchObject([{ message: 'Track message size exceeded' }])
	for (let count = 0; count < 6; count++)
		first.send('realtime:lobby', 'presence', { event: 'track', payload: { count } })
	await expect
		.poll(() => pushed(first.received, 'system'))
		.toMatchObject([{ message: 'Client presence rate limit exceeded' }])
	await expect
		.poll(() => pushed(second.received, 'presence_diff').at(-1))
		.toMatchObject({ leaves: { k: {} } })
})

test('presence is subject to the same limit on deliveries as broadcasts', async () => {
	const crowd = await Promise.all([1, 2, 3, 4].map(() => open()))
	const client = await open()
	for (const one of [...crowd, client])
		for (const room of ['a', 'b', 'c']) expect(await one.join(room)).toMatchObject(ok)
	// Each state counts as ten deliveries: five sockets receive it now, and five will be told when the client leaves.
	for (let mood = 0; mood < 4; mood++)
		for (const room of ['a', 'b', 'c'])
			client.send(`realtime:${room}`, 'presence', { event: 'track', payload: { mood } })
	await expect.poll(() => pushed(client.received, 'phx_close')).not.toEqual([])
	expect(pushed(client.received, 'system')[0]).toMatchObject({ message: 'Too many messages per second' })
})

test('the filters of one socket may have three hundred characters in total', async () => {
	const client = await open()
	const about = (length: number) => ({
		config: {
			postgres_changes: [
				{
					event: '*',
					schema: 'public',
					table: 'products',
					filter: `description=ilike.%${'a'.repeat(length)}b`,
				},
			],
		},
	})
	const said = async (topic: string) => {
		const find = () =>
			client.received
				.filter(([, , to, event]) => to === `realtime:${topic}` && event === 'system')
				.at(-1)?.[4]
		await expect.poll(find).toBeDefined()
		return find()
	}
	await client.join('a', about(200))
	expect(await said('a')).toMatchObject(ok)
	await client.join('b', about(100))
	expect(await said('b')).toMatchObject({
		status: 'error',
		message: 'The filters of one socket may have 300 characters together',
	})
	await client.call('realtime:a', 'phx_leave')
	await client.join('c', about(100))
	expect(await said('c')).toMatchObject(ok)
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
	expect(await post('names', '€'.repeat(100))).toBe(400)
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
