import pg from 'pg'
import { cv } from '#test/checkout.ts'
import { clientOf } from '../../../e2e/people.ts'
import { noPromises } from '../../../test/faults/promises.ts'
import { createShopper, freeGuides } from '../../../test/faults/shopper.ts'
import { openAuthClient } from '../auth/auth-client.ts'
import type { Answer } from '../auth/constant-rate.ts'
import type { Load } from '../generator.ts'
import type { MoneyShop } from '../money/money-shop.ts'
import { waitingEvents } from '../money/payment-events.ts'

export const probeSeconds = 5
const checkouts = 20
const events = 50

/** Requests at a constant rate, with a response time measured for each one. */
export interface Probe {
	what: string
	perSecond: number
	isNeverRefused: boolean
	ask: (index: number) => Promise<Answer>
}

/** Many requests of one kind. */
export interface Visitor {
	what: string
	isRead: boolean
	load: Load
	/** An upper limit for the average time of an answer or refusal during the flood, in milliseconds. */
	longestAnswerMs: number
}

/** Returns the loads that make a shop busy and the probes that measure it, at the shop's own address or that of a proxy. */
export async function openVisitors(shop: MoneyShop, url: string) {
	const auth = await openAuthClient(shop.process, shop.databaseUrl)
	const client = await clientOf(shop.process)
	const [user] = auth.users
	const { data } = await client.auth.signInWithPassword(user ?? { email: '', password: '' })
	const headers = { apikey: auth.key, authorization: `Bearer ${data.session?.access_token}` }
	const purchases = `${url}/rest/v1/purchases?select=product_name,status&user_id=eq.${data.user?.id}&status=eq.completed`
	const sign = `${url}/storage/v1/object/sign/pdfs/${freeGuides[0].file}`
	const json = { ...headers, 'content-type': 'application/json' }
	const loads: Visitor[] = [
		{
			what: 'signed-in reads',
			isRead: true,
			load: { url: purchases, headers, connections: 20 },
			longestAnswerMs: 50,
		},
		{
			what: 'reviews',
			isRead: true,
			load: {
				url: `${url}/rest/v1/published_reviews?select=*&catalogue_id=eq.2&limit=10`,
				headers: { apikey: auth.key },
				connections: 8,
			},
			longestAnswerMs: 50,
		},
		{
			what: 'signed URLs',
			isRead: false,
			load: { url: sign, headers: json, connections: 4, post: { bodies: ['{"expiresIn":60}'] } },
			longestAnswerMs: 400,
		},
	]
	const buyers = await manyAtATime(checkouts, () =>
		createShopper({ ...shop.process, promises: noPromises() }),
	)
	const tokens = await Promise.all(
		buyers.map(async (buyer) => (await buyer.client.auth.getSession()).data.session?.access_token ?? ''),
	)
	const database = new pg.Client({ connectionString: shop.databaseUrl })
	await database.connect()
	const bodies = await waitingEvents(database, events).finally(() => database.end())
	const ask = async (address: string, init: RequestInit): Promise<Answer> => {
		const response = await fetch(address, init)
		await response.arrayBuffer()
		return { status: response.status, retryAfter: response.headers.get('retry-after') }
	}
	const read: Probe = {
		what: 'a read',
		perSecond: 40,
		isNeverRefused: false,
		ask: () => ask(purchases, { headers }),
	}
	const probes: Probe[] = [
		read,
		{
			what: 'a signed URL',
			isNeverRefused: false,
			perSecond: 20,
			ask: () => ask(sign, { method: 'POST', headers: json, body: '{"expiresIn":60}' }),
		},
		{ what: 'a page', perSecond: 20, isNeverRefused: true, ask: () => ask(url, {}) },
		{
			what: 'a payment event',
			isNeverRefused: true,
			perSecond: 10,
			ask: async (index) => ({
				status: (await shop.sendEvent(bodies[index % bodies.length] ?? '', url)) ?? 0,
				retryAfter: null,
			}),
		},
		{
			what: 'a checkout',
			isNeverRefused: true,
			perSecond: checkouts / probeSeconds,
			ask: (index) =>
				ask(`${url}/functions/v1/create-payment`, {
					method: 'POST',
					headers: { ...json, authorization: `Bearer ${tokens[index]}` },
					body: JSON.stringify(cv),
				}),
		},
	]
	return { loads, probes, read }
}

async function manyAtATime<T>(count: number, make: () => Promise<T>): Promise<T[]> {
	const made: T[] = []
	while (made.length < count) made.push(...(await Promise.all(Array.from({ length: 4 }, make))))
	return made
}
