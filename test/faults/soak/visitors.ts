import { setTimeout as pause } from 'node:timers/promises'
import { cv, planner } from '#test/checkout.ts'
import { forgetPromises } from '../promises.ts'
import type { Chance } from '../random.ts'
import type { ShopPair } from '../shop-pair.ts'
import { freeGuides, type Shopper, tell } from '../shopper.ts'

/** What visitors have done, and which requests to the shop failed. */
export interface Visits {
	actions: Map<string, number>
	failures: Failure[]
	/** Returns how many requests were sent to the shop. */
	requests(): number
	/** Lets the visitors finish what they are doing. */
	stop(): Promise<void>
}

export interface Failure {
	/** When the request was sent and when it failed, by `performance.now()`. */
	from: number
	to: number
	what: string
}

const visitors = 12
/** The pause between two actions of a visitor. */
const pauseMs = 500
const paidFiles = ['CV.zip', 'MonthlyBudget.zip']

/** Lets visitors do everything that the shop is for, until stopped. Each leaves after a while, and another comes. */
export async function startVisits(pair: ShopPair, chance: Chance): Promise<Visits> {
	const actions = new Map<string, number>()
	const failures: Failure[] = []
	let requests = 0
	let isOpen = true
	const pages = await pagesOf(pair.url)

	const watchedFetch: typeof fetch = async (...asked) => {
		requests += 1
		const from = performance.now()
		const fail = (why: string) => {
			const [to] = asked
			const path = new URL(to instanceof Request ? to.url : to).pathname
			failures.push({ from, to: performance.now(), what: `${path}: ${why}` })
		}
		try {
			const answer = await fetch(...asked)
			if (answer.status >= 500 || answer.status === 429) fail(String(answer.status))
			return answer
		} catch (error) {
			fail(String(error instanceof Error ? (error.cause ?? error) : error))
			throw error
		}
	}

	async function buy(shopper: Shopper): Promise<void> {
		const checkoutSessionId = await shopper.open(chance.pick([cv, planner]))
		if (checkoutSessionId === undefined) return
		await shopper.pay(
			checkoutSessionId,
			chance.pick(['success', 'success', 'success', '3ds', 'declined', 'bank', 'dispute']),
		)
		if (chance.happens(70)) await shopper.returnTo(checkoutSessionId)
		if (chance.happens(30))
			await tell(
				pair,
				`/stripe/checkout-sessions/${checkoutSessionId}/${chance.pick(['refund', 'refund', 'dispute'])}`,
				{},
			)
	}

	/** Downloads a guide, in full or in part, if the shopper may. */
	async function download({ client }: Shopper): Promise<void> {
		const file = chance.pick([...paidFiles, ...freeGuides.map((guide) => guide.file)])
		const { data, error } = await client.storage.from('pdfs').createSignedUrl(file, 60)
		if (error !== null) return
		const from = chance.between(0, 100_000)
		const headers: HeadersInit = chance.happens(50) ? { range: `bytes=${from}-${from + 50_000}` } : {}
		const sent = performance.now()
		const answer = await watchedFetch(data.signedUrl, { headers })
		const bytes = (await answer.arrayBuffer()).byteLength
		const expected = Number(answer.headers.get('content-length'))
		if (bytes !== expected)
			failures.push({ from: sent, to: performance.now(), what: `${file}: ${bytes} of ${expected} bytes` })
	}

	async function read(): Promise<void> {
		const page = chance.pick(pages)
		await (await watchedFetch(`${pair.url}${page}`)).arrayBuffer()
		await watchedFetch(`${pair.url}/page-views`, { method: 'POST', body: page })
	}

	async function signInAgain({ client, person }: Shopper): Promise<void> {
		await client.auth.signOut({ scope: 'local' })
		await client.auth.signInWithPassword(person)
	}

	const choices: [name: string, share: number, act: (shopper: Shopper) => Promise<unknown>][] = [
		['read a page', 45, read],
		['buy', 17, buy],
		['download', 15, download],
		['take a free guide', 5, (shopper) => shopper.take(chance.pick(freeGuides))],
		['refresh the session', 8, ({ client }) => client.auth.refreshSession()],
		['sign in again', 5, signInAgain],
		['list purchases', 5, async ({ client }) => await client.from('purchases').select('*')],
	]
	const tickets = choices.flatMap((choice) => Array.from({ length: choice[1] }, () => choice))

	async function visit(): Promise<void> {
		const shopper = await pair.shopper(watchedFetch)
		count('sign up')
		for (let left = chance.between(10, 40); left > 0 && isOpen; left -= 1) {
			const [name, , act] = chance.pick(tickets)
			await act(shopper)
			count(name)
			await pause(pauseMs)
		}
		if (chance.happens(60)) await leave(shopper)
	}

	async function leave(shopper: Shopper): Promise<void> {
		await signInAgain(shopper)
		const { data } = await shopper.client.auth.getSession()
		if (data.session === null) return
		// Forgets the promises before sending the request, because its answer may be lost.
		forgetPromises(pair.promises, shopper.userId)
		const answer = await watchedFetch(`${pair.url}/auth/v1/account/delete`, {
			method: 'POST',
			headers: { authorization: `Bearer ${data.session.access_token}` },
		})
		if (answer.ok) count('delete the account')
	}

	function count(name: string): void {
		actions.set(name, (actions.get(name) ?? 0) + 1)
	}

	const lives = Array.from({ length: visitors }, async () => {
		while (isOpen) {
			// Failed requests are counted above. A visitor whose connection broke comes back later.
			await visit().catch(() => {})
			await pause(pauseMs)
		}
	})
	return {
		actions,
		failures,
		requests: () => requests,
		stop: async () => {
			isOpen = false
			await Promise.all(lives)
		},
	}
}

/** Returns the paths that the site map lists. */
async function pagesOf(url: string): Promise<string[]> {
	const siteMap = await (await fetch(`${url}/sitemap.xml`)).text()
	return [...siteMap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
}
