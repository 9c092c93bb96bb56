import { createPasswordHasher } from '#server/apis/auth/passwords/password-hasher.ts'
import type { ShopProcess } from '../../../e2e/shop-process.ts'
import { startBare } from '../bare-process.ts'
import { compareServers } from '../compare-servers.ts'
import type { Figure } from '../figure.ts'
import { generate, type Load } from '../generator.ts'
import { residentBytes, type ShopOnDatabase } from '../shop.ts'
import { percentile } from '../statistics.ts'
import { type AuthClient, signIn } from './auth-client.ts'
import { type RateResult, requestAtRate, summarise } from './constant-rate.ts'

/** Measures sign-ins at full speed, compared with a bare `node:http` server that only verifies a password for each request. */
export async function signInFigures(
	auth: AuthClient,
	{ shop, postgresPid }: ShopOnDatabase,
): Promise<Figure[]> {
	const password = 'quiet-harbour-bench'
	const hash = await createPasswordHasher().hash(password, 'bench')
	const bare = await startBare({ kind: 'verify', hash, password })
	try {
		return await compareServers({
			name: 'a sign-in',
			ours: {
				name: 'the shop',
				pids: { server: shop.pid() ?? 0, postgres: postgresPid },
				load: () => signIns(auth),
			},
			baseline: {
				name: 'bare node:http, argon2 alone',
				pids: { server: bare.pid },
				load: () => ({ ...signIns(auth), url: bare.url }),
			},
			atLeast: 0.85,
		})
	} finally {
		bare.stop()
	}
}

/** Returns the load that signs in all users in turn. */
export function signIns({ url, key, users }: AuthClient, connections = 8): Load {
	return {
		url: `${url}/token?grant_type=password`,
		headers: { apikey: key, 'content-type': 'application/json' },
		connections,
		post: { bodies: users.map(({ email, password }) => JSON.stringify({ email, password })) },
	}
}

/** Measures sign-ins at ten per second, a rate that the shop can handle. */
export async function steadySignIns(auth: AuthClient): Promise<RateResult> {
	return summarise(await requestAtRate({ perSecond: 10, seconds: 5 }, (index) => signIn(auth, index)))
}

export interface Flood extends RateResult {
	/** How many sign-ins a second the shop can handle. */
	carriedPerSecond: number
	pageP99Ms: number
	moreMegabytes: number
}

/** Sends five times as many sign-ins a second as the shop can handle, while others read pages. */
export async function floodOfSignIns(auth: AuthClient, shop: ShopProcess): Promise<Flood> {
	const { perSecond } = await generate(signIns(auth), 5)
	const before = await residentBytes(shop.pid())
	let most = before
	let isOver = false
	const pages = readPages(shop.url, () => isOver)
	const watch = setInterval(async () => {
		most = Math.max(most, await residentBytes(shop.pid()))
	}, 100)
	const answers = await requestAtRate({ perSecond: 5 * perSecond, seconds: 5 }, (index) =>
		signIn(auth, index),
	)
	isOver = true
	clearInterval(watch)
	return {
		...summarise(answers),
		carriedPerSecond: perSecond,
		pageP99Ms: percentile(await pages, 99),
		moreMegabytes: (most - before) / (1 << 20),
	}
}

/** Four readers request pages. Returns the response times in milliseconds. */
async function readPages(url: string, isOver: () => boolean): Promise<number[]> {
	const times: number[] = []
	await Promise.all(
		Array.from({ length: 4 }, async () => {
			while (!isOver()) {
				const start = performance.now()
				await (await fetch(url)).arrayBuffer()
				times.push(performance.now() - start)
				await new Promise((resolve) => setTimeout(resolve, 10))
			}
		}),
	)
	return times
}
