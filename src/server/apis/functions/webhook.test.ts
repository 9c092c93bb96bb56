import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import pino from 'pino'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type PaidCheckout, paidCheckout, stripeCheckoutSession } from '#test/checkout.ts'
import { runAsSuperuser } from '#test/run-as-superuser.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
const warnings: string[] = []
beforeAll(async () => {
	const write = (line: string) => void warnings.push(line)
	world = await createWorld({ log: pino({ level: 'warn' }, { write }) })
})
afterAll(async () => await world.close())

const path = '/functions/v1/stripe-webhook'
const seconds = () => Math.floor(Date.now() / 1000)

function eventOf(checkout: PaidCheckout, id: string): string {
	return JSON.stringify({
		id,
		type: 'checkout.session.completed',
		created: seconds(),
		livemode: false,
		data: {
			object: stripeCheckoutSession(checkout, { created: seconds(), expires_at: seconds() + 3600 }),
		},
	})
}

function sign(payload: string, { at = seconds(), secret = world.keys.sandboxWebhookSecret } = {}): string {
	return Stripe.webhooks.generateTestHeaderString({ payload, timestamp: at, secret })
}

const post = (body: BodyInit, signature: string | undefined, headers: Record<string, string> = {}) =>
	world.request(path, {
		method: 'POST',
		body,
		headers: { ...(signature === undefined ? {} : { 'stripe-signature': signature }), ...headers },
	})

const eventsKept = async (id: string) =>
	(await world.database.query(sql`select from shop.payment_events where id = ${id}`)).length

async function statusOf({ purchaseId }: PaidCheckout) {
	const row = await one(
		world.database,
		sql`select status from public.purchases where id = ${purchaseId}`,
		z.object({ status: z.string() }),
	)
	return row.status
}

test('a valid event is stored and processed', async () => {
	const checkout = await paidCheckout(world)
	const body = eventOf(checkout, 'evt_honest')
	const answer = await post(body, sign(body))
	expect([answer.status, await answer.json()]).toEqual([200, { received: true }])
	expect(answer.headers.get('cache-control')).toBe('no-store')
	await world.runJobs()
	expect(await statusOf(checkout)).toBe('completed')
})

test('an event with an escaped NUL in the buyer’s name is stored and processed', async () => {
	const checkout = await paidCheckout(world)
	const event = JSON.parse(eventOf(checkout, 'evt_nul'))
	const address = { country: 'GB', line1: '\\u0000' }
	event.data.object.customer_details = { name: 'Amara \\u0000', email: 'amara@student.test', address }
	event.data.object.custom_fields = [{ key: 'name', text: { value: '\\u0000 \0 \ud83d' } }]
	const body = JSON.stringify(event)
	expect((await post(body, sign(body))).status).toBe(200)
	await world.runJobs()
	expect(await statusOf(checkout)).toBe('completed')
})

test('of a payer’s address, the event that is stored has the country and nothing else', async () => {
	const checkout = await paidCheckout(world)
	const event = JSON.parse(eventOf(checkout, 'evt_place'))
	const address = { country: 'FR', city: 'Lyon', line1: '1 rue Neuve' }
	event.data.object.customer_details = { name: 'Amara', email: 'amara@student.test', address }
	const body = JSON.stringify(event)
	expect((await post(body, sign(body))).status).toBe(200)
	const { payload } = await one(
		world.database,
		sql`select payload #> '{data,object,customer_details}' as payload from shop.payment_events where id = 'evt_place'`,
		z.object({ payload: z.unknown() }),
	)
	expect(payload).toEqual({ address: { country: 'FR' } })
	await world.runJobs()
	expect(await statusOf(checkout)).toBe('held')
})

test.each([
	['that is not JSON', (body: string) => body.slice(0, -1), 'The event is not JSON'],
	[
		'nested too deeply',
		(body: string) => body.replace('"2"', '['.repeat(9_000) + ']'.repeat(9_000)),
		'too deeply',
	],
	['without its time', (body: string) => body.replace('"created"', '"made"'), 'not as expected: created'],
	[
		'whose amount is not a number',
		(body: string) => body.replace('"amount_total":1499', '"amount_total":"much"'),
		'not as expected: amount_total',
	],
	[
		'that is thin',
		(body: string) => {
			const { id, type } = JSON.parse(body)
			const related_object = { id: 'cs_1', type: 'checkout.session', url: '/v1/checkout/sessions/cs_1' }
			const created = '2026-11-27T02:00:00Z'
			const object = 'v2.core.event'
			return JSON.stringify({ id, object, type: `v1.${type}`, created, livemode: false, related_object })
		},
		'payload style Snapshot',
	],
])(
	'a signed event %s is answered 400 with a helpful message, and not stored',
	async (_name, spoil, message) => {
		const id = `evt_${randomUUID()}`
		const body = spoil(eventOf(await paidCheckout(world), id))
		const answer = await post(body, sign(body))
		expect(answer.status).toBe(400)
		expect(await answer.json()).toMatchObject({
			code: 'validation_failed',
			message: expect.stringContaining(message),
		})
		expect(await eventsKept(id)).toBe(0)
	},
)

describe('a forged event', () => {
	const forged = (body: string) => sign(body, { secret: 'whsec_forged' })
	test.each<[string, (body: string) => Promise<Response>]>([
		['no signature', (body) => post(body, undefined)],
		['an empty signature', (body) => post(body, '')],
		['a signature by another secret', (body) => post(body, forged(body))],
		['only a signature of an older scheme', (body) => post(body, sign(body).replace('v1=', 'v0='))],
		['a signature cut short', (body) => post(body, sign(body).slice(0, -2))],
		['a signature from an hour ago', (body) => post(body, sign(body, { at: seconds() - 3600 }))],
		['a signature from ten years ahead', (body) => post(body, sign(body, { at: seconds() + 315_360_000 }))],
		['a space added to the body', (body) => post(`${body} `, sign(body))],
		['a byte order mark before the body', (body) => post(`\uFEFF${body}`, sign(body))],
		['a body formatted differently', (body) => post(JSON.stringify(JSON.parse(body), null, 1), sign(body))],
		['a body in another charset', (body) => post(new Uint8Array(Buffer.from(body, 'utf16le')), sign(body))],
		['a body nested a hundred thousand deep', (body) => post('['.repeat(100_000), sign(body))],
	])('with %s is refused with a general message, and nothing is stored', async (_name, send) => {
		const checkout = await paidCheckout(world)
		const id = `evt_${checkout.purchaseId}`
		const answer = await send(eventOf(checkout, id))
		expect(answer.status).toBe(400)
		expect(await answer.json()).toMatchObject({ code: 'invalid_signature', message: 'Invalid signature' })
		expect(await eventsKept(id)).toBe(0)
		await world.runJobs()
		expect(await statusOf(checkout)).toBe('pending')
	})
})

test('a shop with a test key answers live events with 200, ignores them and logs one warning', async () => {
	const checkout = await paidCheckout(world)
	warnings.length = 0
	for (const id of ['evt_live_1', 'evt_live_2', 'evt_live_2']) {
		const body = eventOf(checkout, id).replace('"livemode":false', '"livemode":true')
		expect((await post(body, sign(body))).status).toBe(200)
	}
	await world.runJobs()
	expect(await statusOf(checkout)).toBe('pending')
	expect(
		await world.database.query(sql`
			select outcome, processed_at is not null as is_done from shop.payment_events where id like 'evt_live%'`),
	).toEqual(Array.from({ length: 2 }, () => ({ outcome: 'ignored', is_done: true })))
	expect(warnings).toEqual([expect.stringContaining('an event of the other mode is ignored')])
})

test('a compressed body is refused', async () => {
	const body = eventOf(await paidCheckout(world), 'evt_packed')
	const packed = new Uint8Array(gzipSync(body))
	expect((await post(packed, sign(body), { 'content-encoding': 'gzip' })).status).toBe(415)
	expect(await eventsKept('evt_packed')).toBe(0)
})

test('a hundred concurrent deliveries of one event fulfil the purchase once, with one receipt', async () => {
	const checkout = await paidCheckout(world)
	const body = eventOf(checkout, 'evt_hundred')
	const answers = await Promise.all(Array.from({ length: 100 }, () => post(body, sign(body))))
	expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
	await world.runJobs()
	expect(await statusOf(checkout)).toBe('completed')
	expect(world.mails.filter(({ to }) => to === `${checkout.userId}@student.test`)).toHaveLength(1)
})

test('an event repeated after a month, freshly signed, is answered 200 and does nothing', async () => {
	const checkout = await paidCheckout(world)
	const body = eventOf(checkout, 'evt_again')
	await post(body, sign(body))
	await world.runJobs()
	await world.database.query(
		sql`update public.purchases set status = 'refunded' where id = ${checkout.purchaseId}`,
	)
	const month = 30 * 86_400
	world.clock.advance(month)
	const answer = await post(body, sign(body, { at: seconds() + month }))
	world.clock.advance(-month)
	expect(answer.status).toBe(200)
	await world.runJobs()
	expect(await statusOf(checkout)).toBe('refunded')
})

test('an oversized body is refused before it is read', async () => {
	const body = `{"id":"evt_long","type":"x","created":0,"livemode":false,"data":{"object":{"x":"${'x'.repeat(1_000_000)}"}}}`
	expect((await post(body, sign(body))).status).toBe(413)
	const fitting = `{"id":"evt_fits","type":"x","created":0,"livemode":false,"data":{"object":{"x":"${'x'.repeat(400_000)}"}}}`
	expect((await post(fitting, sign(fitting))).status).toBe(200)
})

test.each(['GET', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('%s is not allowed', async (method) => {
	const answer = await world.request(path, { method, headers: { origin: 'https://evil.test' } })
	expect(answer.status).toBe(405)
	expect(answer.headers.get('access-control-allow-origin')).toBeNull()
})

test('while the database is unavailable the provider is asked to retry, and the retry is processed', async () => {
	const checkout = await paidCheckout(world)
	const body = eventOf(checkout, 'evt_later')
	await runAsSuperuser(world, 'alter table shop.payment_events rename to payment_events_away')
	const away = await post(body, sign(body))
	await runAsSuperuser(world, 'alter table shop.payment_events_away rename to payment_events')
	expect(away.status).toBeGreaterThanOrEqual(500)
	expect(await away.text()).not.toMatch(/payment_events|relation|select|insert| at /i)
	expect((await post(body, sign(body))).status).toBe(200)
	await world.runJobs()
	expect(await statusOf(checkout)).toBe('completed')
})
