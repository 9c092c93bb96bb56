import { afterAll, afterEach, expect, test } from 'vitest'
import { defaultLimits } from '#server/apis/realtime/limits.ts'
import { confirmedUser, signIn, tokensIn } from '#test/auth.ts'
import { createLimitedRealtime, ok, pushed, refused } from '#test/limited-realtime.ts'

const { world, opened, open, closeAll } = await createLimitedRealtime()
afterAll(() => world.close())
afterEach(closeAll)

/** Milliseconds between attempts to join, so that there are fewer than eight a second. */
const seldom = 250

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
