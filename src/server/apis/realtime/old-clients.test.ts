import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { changeProduct } from '#test/realtime.ts'
import { createTwoBuyers, resetPurchases, type TwoBuyers } from '#test/two-buyers.ts'

// Version 1 of the official client names the table in the topic, sends no configuration, and listens to INSERT, UPDATE and DELETE.
let two: TwoBuyers
beforeAll(async () => {
	two = await createTwoBuyers()
})
afterAll(() => two.world.close())
beforeEach(() => resetPurchases(two))

const messageSchema = z.object({
	topic: z.string(),
	event: z.string(),
	ref: z.string().nullable(),
	payload: z.record(z.string(), z.unknown()),
})

async function openOldSocket() {
	const { url, keys } = two.world
	const address = `${url.replace('http', 'ws')}/realtime/v1/websocket`
	const socket = new WebSocket(`${address}?apikey=${keys.publishableKey}&vsn=1.0.0`)
	onTestFinished(() => socket.terminate())
	const received: z.infer<typeof messageSchema>[] = []
	socket.on('message', (data) => received.push(messageSchema.parse(JSON.parse(String(data)))))
	await once(socket, 'open')
	let ref = 0
	return {
		of: (event: string) => received.filter((message) => message.event === event),
		join: async (topic: string, payload: object) => {
			const mine = String(++ref)
			socket.send(JSON.stringify({ topic, event: 'phx_join', payload, ref: mine, join_ref: mine }))
			const reply = () => received.find((message) => message.ref === mine && message.event === 'phx_reply')
			await expect.poll(reply).toBeDefined()
			return reply()?.payload
		},
	}
}

async function tokenOfAda(): Promise<string> {
	return (await two.ada.auth.getSession()).data.session?.access_token ?? ''
}

/** Completes the purchase that Ada has begun, and one of Ben's. */
async function completeAll(): Promise<void> {
	await two.world.database.query(
		sql`update public.purchases set status = 'completed' where status = 'pending'`,
	)
}

test('a user hears of their own rows of the table in the topic, and only of these', async () => {
	const socket = await openOldSocket()
	expect(await socket.join('realtime:public:purchases', { user_token: await tokenOfAda() })).toMatchObject({
		status: 'ok',
	})
	await expect
		.poll(() => socket.of('system').map(({ payload }) => payload.message))
		.toEqual(['Subscribed to PostgreSQL'])
	await completeAll()
	await expect.poll(() => socket.of('UPDATE')).toHaveLength(1)
	expect(socket.of('UPDATE')[0]).toMatchObject({
		topic: 'realtime:public:purchases',
		payload: {
			schema: 'public',
			table: 'purchases',
			type: 'UPDATE',
			record: { user_id: two.adaId, status: 'completed' },
		},
	})
	expect(socket.of('postgres_changes')).toEqual([])
})

test.each(['realtime:public', 'realtime:*', 'realtime:public:products', 'realtime:public:products:id=eq.1'])(
	'a visitor hears of a product by the topic %s',
	async (topic) => {
		const socket = await openOldSocket()
		expect(await socket.join(topic, {})).toMatchObject({ status: 'ok' })
		await expect.poll(() => socket.of('system')).toHaveLength(1)
		await completeAll()
		const description = await changeProduct(two.world)
		await expect
			.poll(() => socket.of('UPDATE').map(({ payload }) => payload.record))
			.toEqual([expect.objectContaining({ id: '1', description })])
	},
)

describe('a topic that names nothing the shop sends', () => {
	test.each([
		'realtime:public:users',
		'realtime:auth:users',
		'realtime:public:products:nope=eq.1',
		'realtime:room',
	])('%s is joined as a room, and the client is told so', async (topic) => {
		const socket = await openOldSocket()
		expect(await socket.join(topic, { user_token: await tokenOfAda() })).toMatchObject({ status: 'ok' })
		await expect
			.poll(() => socket.of('system').map(({ payload }) => payload))
			.toMatchObject([{ extension: 'postgres_changes', status: 'error' }])
	})
})

test('a token that has been made up is refused', async () => {
	const socket = await openOldSocket()
	expect(await socket.join('realtime:public:purchases', { user_token: 'a.b.c' })).toMatchObject({
		status: 'error',
	})
})

test.each([{ replay: { since: 0 } }, { replay: true }, { replay: {} }])(
	'a join that asks for earlier broadcasts is refused: %j',
	async (broadcast) => {
		const socket = await openOldSocket()
		for (const isPrivate of [true, false])
			expect(await socket.join('realtime:room', { config: { private: isPrivate, broadcast } })).toMatchObject(
				{
					status: 'error',
					response: { reason: expect.stringMatching(/^UnableToReplayMessages: /) },
				},
			)
	},
)

test('flags may be sent as text', async () => {
	const socket = await openOldSocket()
	const config = { broadcast: { ack: 'true', self: 'false' }, presence: { enabled: 'true' } }
	expect(await socket.join('realtime:room', { config })).toMatchObject({ status: 'ok' })
	await expect.poll(() => socket.of('presence_state')).toHaveLength(1)
})
