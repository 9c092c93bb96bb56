import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { createClient as createOldClient } from 'supabase-js-a-year-ago'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { anonymousClient, serviceRoleClient } from '#test/clients.ts'
import { subscribe } from '#test/realtime.ts'
import { runAsSuperuser } from '#test/run-as-superuser.ts'
import { type SecondServer, startSecondServer } from '#test/second-server.ts'
import { createTwoBuyers, type TwoBuyers } from '#test/two-buyers.ts'

let two: TwoBuyers
let second: SecondServer
beforeAll(async () => {
	two = await createTwoBuyers()
	second = await startSecondServer(two.world)
})
afterAll(async () => {
	await second.close()
	await two.world.close()
})
const used: SupabaseClient[] = []
afterEach(async () => {
	for (const client of [two.ada, two.ben, ...used.splice(0)]) await client.removeAllChannels()
})

const speaking = (vsn: string, { url, keys }: Pick<SecondServer, 'url' | 'keys'> = two.world) => {
	const client = createClient(url, keys.publishableKey, {
		auth: { persistSession: false },
		realtime: { vsn },
	})
	used.push(client)
	return client
}

test('broadcasts reach clients of every protocol version on every server, and the sender only if it asks for its own', async () => {
	const config = { broadcast: { ack: true } }
	const old = createOldClient(two.world.url, two.world.keys.publishableKey, {
		auth: { persistSession: false },
	})
	const oldHeard: unknown[] = []
	await new Promise<void>((resolve) => {
		old
			.channel('room')
			.on('broadcast', { event: '*' }, (given) => oldHeard.push(given))
			.subscribe((state) => state === 'SUBSCRIBED' && resolve())
	})
	const clients = [speaking('1.0.0'), speaking('2.0.0'), speaking('1.0.0', second), speaking('2.0.0', second)]
	const all = await Promise.all(clients.map((client) => subscribe(client, 'room', { config })))
	const himself = await subscribe(speaking('2.0.0'), 'room', { config: { broadcast: { self: true } } })
	const elsewhere = await subscribe(speaking('2.0.0'), 'another room')
	for (const [index, { channel }] of all.entries())
		expect(
			await channel.send({ type: 'broadcast', event: 'said', payload: { by: index, text: 'Grüße 🎓' } }),
		).toBe('ok')
	await himself.channel.send({ type: 'broadcast', event: 'said', payload: { by: 'himself' } })

	const by = (heard: readonly unknown[]) =>
		heard.map((given) => (given as { payload: { by: unknown } }).payload.by).toSorted()
	await expect.poll(() => by(himself.broadcasts)).toEqual([0, 1, 2, 3, 'himself'])
	for (const [index, { broadcasts }] of all.entries()) {
		const others = [0, 1, 2, 3, 'himself'].filter((other) => other !== index)
		await expect.poll(() => by(broadcasts)).toEqual(others)
		expect(broadcasts[0]).toMatchObject({ type: 'broadcast', event: 'said', payload: { text: 'Grüße 🎓' } })
	}
	await expect.poll(() => by(oldHeard)).toEqual([0, 1, 2, 3, 'himself'])
	expect(elsewhere.broadcasts).toEqual([])
	await old.removeAllChannels()
})

test('bytes and long messages arrive unchanged, also on another server', async () => {
	const here = await subscribe(speaking('2.0.0'), 'files')
	const there = await subscribe(speaking('2.0.0', second), 'files')
	const older = await subscribe(speaking('1.0.0', second), 'files')
	const bytes = new Uint8Array(20_000).map((_, index) => index % 251)
	const text = 'é'.repeat(25_000)
	await here.channel.send({ type: 'broadcast', event: 'bytes', payload: bytes.buffer })
	await here.channel.send({ type: 'broadcast', event: 'text', payload: { text } })
	await expect.poll(() => there.broadcasts.length).toBe(2)
	expect(new Uint8Array(there.broadcasts[0]?.payload as ArrayBuffer)).toEqual(bytes)
	expect(there.broadcasts[1]?.payload).toEqual({ text })
	// Version 1.0.0 of the protocol cannot carry bytes.
	await expect.poll(() => older.broadcasts).toMatchObject([{ event: 'text' }])
})

test('broadcasts can be sent without a socket, by HTTP request, one or several at a time', async () => {
	const { world } = two
	const heard = await subscribe(speaking('2.0.0', second), 'news')
	const sender = anonymousClient(world).channel('news')
	expect(await sender.httpSend('one', { number: 1 })).toEqual({ success: true })
	expect(await sender.httpSend('bytes', new Uint8Array([1, 2, 3]))).toEqual({ success: true })
	const post = (body: unknown) =>
		world.request('/realtime/v1/api/broadcast', {
			method: 'POST',
			headers: { apikey: world.keys.publishableKey, 'content-type': 'application/json' },
			body: JSON.stringify(body),
		})
	const message = (topic: string, event: string) => ({ topic, event, payload: { number: 2 } })
	expect((await post({ messages: [message('news', 'two'), message('elsewhere', 'none')] })).status).toBe(202)
	for (const malformed of [
		{},
		{ messages: [] },
		{ messages: [{ topic: 'news' }] },
		{ messages: [message('', 'x')] },
		// A message to a private channel takes a transaction, so no more than ten are allowed.
		{ messages: Array.from({ length: 11 }, (_, index) => ({ ...message(`${index}`, 'x'), private: true })) },
	])
		expect((await post(malformed)).status).toBe(422)
	await expect.poll(() => heard.broadcasts.map(({ event }) => event)).toEqual(['one', 'bytes', 'two'])
	const unknown = await world.request('/realtime/v1/api/nothing', {
		method: 'POST',
		headers: { apikey: 'x' },
	})
	expect(unknown.status).toBe(404)
})

test('policies decide who may listen and send in a private channel', async () => {
	const { world, ada, adaId, ben } = two
	const name = `user:${adaId}`
	const config = { private: true, broadcast: { ack: true, self: true } }
	const mine = await subscribe(ada, name, { config })
	expect(mine.states).toEqual(['SUBSCRIBED'])
	const refusal = `CHANNEL_ERROR: Unauthorized: You do not have permissions to read from this Channel topic: ${name}`
	expect((await subscribe(ben, name, { config })).states).toEqual([refusal])
	expect((await subscribe(speaking('2.0.0'), name, { config })).states).toEqual([refusal])

	const toServer = await subscribe(serviceOf(), name, { config })
	await mine.channel.send({ type: 'broadcast', event: 'hers', payload: {} })
	const publicly = await subscribe(speaking('2.0.0'), name)
	await publicly.channel.send({ type: 'broadcast', event: 'public', payload: {} })
	await expect(ben.channel(name, { config: { private: true } }).httpSend('forged', {})).rejects.toThrow(
		'Unauthorized',
	)
	await ada.channel(name, { config: { private: true } }).httpSend('posted', {})
	for (const [client, event] of [
		[ben, 'forged'],
		[serviceOf(), 'served'],
	] as const) {
		const { data } = await client.auth.getSession()
		const response = await world.request('/realtime/v1/api/broadcast', {
			method: 'POST',
			headers: {
				apikey: event === 'served' ? world.keys.secretKey : world.keys.publishableKey,
				...(data.session === null ? {} : { authorization: `Bearer ${data.session.access_token}` }),
			},
			body: JSON.stringify({ messages: [{ topic: name, event, payload: {}, private: true }] }),
		})
		expect(response.status).toBe(202)
	}
	for (const { broadcasts } of [mine, toServer])
		await expect.poll(() => broadcasts.map(({ event }) => event)).toEqual(['hers', 'posted', 'served'])
})

test('a policy may allow listening only, and a client whose permission is withdrawn is removed at its next token', async () => {
	const { world, ada, ben } = two
	await runAsSuperuser(
		world,
		`
		create table public.suite_readers (id uuid primary key);
		grant select on public.suite_readers to authenticated;
		insert into public.suite_readers select id from auth.users;
		create policy suite_reads on realtime.messages for select to authenticated
			using (realtime.topic() = 'notices' and extension = 'broadcast' and exists (select from public.suite_readers r where r.id = auth.uid()))`,
	)
	const config = { private: true, broadcast: { ack: true } }
	const heard = await subscribe(ada, 'notices', { config })
	const other = await subscribe(ben, 'notices', { config })
	expect([...heard.states, ...other.states]).toEqual(['SUBSCRIBED', 'SUBSCRIBED'])
	// A message that may not be sent gets no answer.
	expect(
		await heard.channel.send({ type: 'broadcast', event: 'forged', payload: {} }, { timeout: 300 }),
	).toBe('timed out')
	await runAsSuperuser(world, 'delete from public.suite_readers')
	await ada.auth.refreshSession()
	await expect
		.poll(() => heard.states)
		.toContain('You do not have permissions to read from this Channel topic: notices')
	expect(other.broadcasts).toEqual([])
	await runAsSuperuser(world, 'drop policy suite_reads on realtime.messages; drop table public.suite_readers')
})

test('every server knows that a client is present until the client’s socket is gone', async () => {
	const present = (name: string, server?: SecondServer) => ({ client: speaking('2.0.0', server), name })
	const people = [present('ada'), present('ben', second), present('cleo', second)]
	const joined = []
	for (const { client, name } of people) {
		const channel = client.channel('lobby', { config: { presence: { key: name } } })
		let leaves = 0
		channel.on('presence', { event: 'leave' }, () => leaves++)
		await new Promise<void>((resolve) => {
			channel.subscribe((state) => state === 'SUBSCRIBED' && resolve())
		})
		await channel.track({ mood: `${name} is here`, phx_ref: 'forged' })
		joined.push({ channel, leaves: () => leaves })
	}
	const [ada, ben, cleo] = joined
	if (!ada || !ben || !cleo) throw new Error('not joined')
	const all = {
		ada: [{ mood: 'ada is here' }],
		ben: [{ mood: 'ben is here' }],
		cleo: [{ mood: 'cleo is here' }],
	}
	for (const { channel } of joined) await expect.poll(() => channel.presenceState()).toMatchObject(all)
	expect(ada.channel.presenceState().ada?.[0]?.presence_ref).not.toBe('forged')

	await ben.channel.track({ mood: 'ben reads' })
	for (const { channel } of joined)
		await expect.poll(() => channel.presenceState().ben).toMatchObject([{ mood: 'ben reads' }])
	await ben.channel.untrack()
	await people[2]?.client.realtime.disconnect()
	await expect.poll(() => Object.keys(ada.channel.presenceState())).toEqual(['ada'])

	const late = speaking('2.0.0', second).channel('lobby', { config: { presence: { key: 'late' } } })
	late.on('presence', { event: 'sync' }, () => {})
	late.subscribe()
	await expect.poll(() => Object.keys(late.presenceState())).toEqual(['ada'])
})

test('a server that is stopping closes its sockets within four seconds, and accepts no new ones', async () => {
	const third = await startSecondServer(two.world)
	const client = speaking('2.0.0', third)
	const heard = await subscribe(client, 'room')
	third.stop()
	await expect
		.poll(() => heard.states, { timeout: 4_000 })
		.toEqual(['SUBSCRIBED', expect.stringMatching(/^CHANNEL_ERROR.*1012/)])
	const refused = await fetch(`${third.url}/realtime/v1/websocket?apikey=x`, {
		headers: { connection: 'upgrade', upgrade: 'websocket' },
	}).catch(() => undefined)
	expect(refused?.status ?? 503).toBe(503)
	await third.close()
})

function serviceOf(): SupabaseClient {
	const client = serviceRoleClient(two.world)
	used.push(client)
	return client
}
