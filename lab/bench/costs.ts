import { setTimeout as pause } from 'node:timers/promises'
import { startTestBucket } from '#test/bucket.ts'
import { cv } from '#test/checkout.ts'
import { clientOf } from '../../e2e/people.ts'
import type { ShopProcess } from '../../e2e/shop-process.ts'
import { noPromises } from '../../test/faults/promises.ts'
import { createShopper, freeGuides, type Shopper } from '../../test/faults/shopper.ts'
import { openAuthClient } from './auth/auth-client.ts'
import { refreshes } from './auth/refreshes.ts'
import { signIns } from './auth/sign-ins.ts'
import { startBare } from './bare-process.ts'
import type { Figure } from './figure.ts'
import { generate, type Load as RequestLoad } from './generator.ts'
import { openStoredFile } from './money/stored-file.ts'
import { type Cost, measureOnce, type Pids } from './processor-time.ts'
import { startShopOnDatabase } from './shop.ts'

// `npm run bench -- costs` measures the processor time of each kind of request, in the server and in PostgreSQL, with one worker
// and with two. On a busy machine, processor time changes less than elapsed time does. Even so, only figures of the same run can be
// compared.

const rounds = 4
const seconds = 3

class FailedRequests extends Error {}

/** Sends a load for a while, and returns how many requests were answered. */
export async function answersTo(load: RequestLoad): Promise<number> {
	const { answered, failures } = await generate(load, seconds)
	if (failures > 0) throw new FailedRequests(`${failures} requests failed: ${load.url}`)
	return answered
}

const mostTries = 5

/**
 * Repeats a round in which requests failed. On a busy machine the shop waits for a processor, and refuses some requests as if it
 * were overloaded.
 */
export async function unrefused<T>(round: () => Promise<T>): Promise<T> {
	for (let tries = 1; ; tries += 1) {
		try {
			return await round()
		} catch (error) {
			if (!(error instanceof FailedRequests) || tries === mostTries) throw error
		}
	}
}

interface Load {
	what: string
	/** Prepares a run. The cost of the preparation does not count. */
	prepare?: () => Promise<RequestLoad>
	/** Returns how many requests were answered. */
	run: (prepared?: RequestLoad) => Promise<number>
}

interface LoadedShop {
	pids: Pids
	loads: readonly Load[]
	dispose: () => Promise<void>
}

/** Starts a shop and prepares the loads for it, in the order in which they must run. */
async function openShop(settings: Record<string, string>, workers = 1): Promise<LoadedShop> {
	const { shop, databaseUrl, postgresPid, dispose } = await startShopOnDatabase({
		STRIPE_CALLS_PER_SECOND: '100',
		WORKERS: String(workers),
		...settings,
	})
	await signUpBuyers(shop, 2 * buyersAtOnce * (rounds + 1))
	const pids = { server: shop.pid() ?? 0, postgres: postgresPid }
	const file = await openStoredFile({ process: shop, databaseUrl })
	const auth = await openAuthClient(shop, databaseUrl)
	const client = await clientOf(shop)
	const [user] = auth.users
	if (user === undefined) throw new Error('no user')
	const { data } = await client.auth.signInWithPassword(user)
	const headers = { apikey: auth.key, authorization: `Bearer ${data.session?.access_token}` }
	const rest = `${shop.url}/rest/v1`
	const [guide] = freeGuides
	// Every worker gets the same number of connections, because a process that handles more requests at once takes less time for
	// each request.
	const connections = 32 * workers
	let isLarge = false
	return {
		pids,
		dispose,
		loads: [
			...withAndWithoutPauses('page, kept connection', {
				url: `${shop.url}/`,
				headers: { 'accept-encoding': 'br' },
				connections,
			}),
			{
				what: 'page, new connection',
				run: () =>
					answersTo({
						url: `${shop.url}/`,
						headers: { 'accept-encoding': 'br', connection: 'close' },
						connections,
					}),
			},
			...withAndWithoutPauses('signed-in REST read', {
				url: `${rest}/purchases?select=product_name,status&user_id=eq.${data.user?.id}&status=eq.completed`,
				headers,
				connections,
			}),
			...withAndWithoutPauses('reviews, signed out', {
				url: `${rest}/published_reviews?select=*&catalogue_id=eq.2&limit=10`,
				headers: { apikey: auth.key },
				connections,
			}),
			{ what: 'sign-in', run: () => answersTo(signIns(auth, 8 * workers)) },
			{
				what: 'refresh',
				prepare: () => refreshes(auth, 16 * workers),
				run: (load) => (load === undefined ? Promise.resolve(0) : answersTo(load)),
			},
			{
				what: 'signed URL',
				run: () =>
					answersTo({
						url: `${shop.url}/storage/v1/object/sign/pdfs/${guide.file}`,
						headers: { ...headers, 'content-type': 'application/json' },
						connections: 16 * workers,
						post: { bodies: ['{"expiresIn":60}'] },
					}),
			},
			{ what: 'sale', run: () => sell(shop) },
			{ what: 'a second without requests', run: () => pause(3_000, 3) },
			{ what: 'guide', run: async () => answersTo({ url: await file.link(), connections }) },
			{
				what: 'file of 20 MB',
				run: async () => {
					if (!isLarge) await file.makeLarge()
					isLarge = true
					return await answersTo({ url: await file.link(), connections: 4 * workers })
				},
			},
		],
	}
}

/** With this pause after each answer, in milliseconds, 32 connections send at most 940 requests a second. */
const pauseMs = 34

/**
 * Returns two loads. The first sends as many requests as possible, and two workers, the generator and PostgreSQL may then run out of
 * cores. The second leaves the cores half idle, so that each of two workers handles as many requests as a single one would.
 */
function withAndWithoutPauses(what: string, request: RequestLoad): Load[] {
	return [
		{ what, run: () => answersTo(request) },
		{ what: `${what}, with pauses`, run: () => answersTo({ ...request, pauseMs }) },
	]
}

const buyersAtOnce = 5

/**
 * Sells a guide to new users, from the press of the button to the receipt. Signing up is not part of the sale, so it is done
 * beforehand.
 */
async function sell({ url, sandboxUrl }: ShopProcess): Promise<number> {
	const receipts = await countReceipts(sandboxUrl)
	const buyers = waitingBuyers.get(url)?.splice(0, 2 * buyersAtOnce) ?? []
	await Promise.all(
		buyers.map(async (buyer) => {
			const checkoutSessionId = (await buyer.open(cv)) ?? ''
			await buyer.pay(checkoutSessionId)
			await buyer.returnTo(checkoutSessionId)
		}),
	)
	while ((await countReceipts(sandboxUrl)) < receipts + buyers.length) await pause(100)
	return buyers.length
}

const waitingBuyers = new Map<string, Shopper[]>()

async function signUpBuyers({ url, sandboxUrl }: ShopProcess, count: number): Promise<void> {
	const buyers: Shopper[] = []
	while (buyers.length < count)
		buyers.push(
			...(await Promise.all(
				Array.from({ length: buyersAtOnce }, () =>
					createShopper({ url, sandboxUrl, promises: noPromises() }),
				),
			)),
		)
	waitingBuyers.set(url, buyers)
}

async function countReceipts(sandboxUrl: string): Promise<number> {
	const mails = await (await fetch(`${sandboxUrl}/mailbox.json`)).text()
	return mails.split('"subject":"Your receipt').length - 1
}

const warmRequests = 2_000

/** Repeats a load until its code has been compiled. */
async function warmUp({ prepare, run: load }: Load): Promise<void> {
	const end = performance.now() + 20_000
	for (let count = 0; count < warmRequests && performance.now() < end; )
		count += await unrefused(async () => await load(await prepare?.()))
}

/** Starts a bare `node:http` server that sends as many bytes as the page, with the same headers. */
async function openBare(): Promise<LoadedShop> {
	const { shop, dispose } = await startShopOnDatabase()
	const headers = { 'accept-encoding': 'br' }
	const sample = await fetch(shop.url, { headers })
	const sent = Object.fromEntries(
		[...sample.headers].filter(([name]) => !['connection', 'date', 'keep-alive'].includes(name)),
	)
	await dispose()
	const body = Buffer.alloc(Number(sample.headers.get('content-length')), 'x').toString('base64')
	const bare = await startBare({ kind: 'bytes', body, headers: sent })
	return {
		pids: { server: bare.pid },
		dispose: async () => bare.stop(),
		loads: [{ what: 'page, kept connection', run: () => answersTo({ url: bare.url, headers }) }],
	}
}

/**
 * Measures the costs of a server with one worker, of one with two, and of one with its files in a bucket. They take turns, so
 * that a change in the speed of the machine affects all. Measures only the requests whose names contain one of `parts`, if any
 * are given. With two workers a request may cost a tenth more than with one.
 */
export async function costFigures(parts: readonly string[] = []): Promise<Figure[]> {
	const started = new AsyncDisposableStack()
	try {
		const bucket = await startTestBucket()
		started.defer(() => bucket.close())
		const { accessKeyId, secretAccessKey, endpoint, region } = bucket.settings
		const STORAGE_URL = `s3+http://${accessKeyId}:${secretAccessKey}@${new URL(endpoint).host}/guides/shop?region=${region}`
		const shops: Record<string, LoadedShop> = {
			one: await openShop({}),
			two: await openShop({}, 2),
			bucket: await openShop({ STORAGE_URL }),
			bare: await openBare(),
		}
		for (const { dispose } of Object.values(shops)) started.defer(dispose)
		const figures: Figure[] = []
		for (const { what } of shops.one?.loads ?? []) {
			if (parts.length > 0 && !parts.some((part) => what.includes(part))) continue
			const costs = await measureInTurn(what, shops)
			figures.push(...Object.entries(costs).flatMap(([name, all]) => figuresOf(`${what}, ${name}`, all)))
			const { one = [], two = [] } = costs
			if (!what.startsWith('a second'))
				figures.push({
					name: `${what}: processor time with two workers, of that with one`,
					unit: 'ratio',
					values: two.map(({ server }, round) => server / (one[round]?.server ?? Number.NaN)),
					limit: { atMost: 1.1 },
				})
		}
		return figures
	} finally {
		await started.disposeAsync()
	}
}

function figuresOf(what: string, costs: readonly Cost[]): Figure[] {
	return [
		{ name: `${what}: server`, unit: 'µs', values: costs.map(({ server }) => server) },
		{ name: `${what}: PostgreSQL`, unit: 'µs', values: costs.map(({ postgres }) => postgres) },
	]
}

async function measureInTurn(
	what: string,
	shops: Readonly<Record<string, LoadedShop>>,
): Promise<Record<string, Cost[]>> {
	const measured: [string, LoadedShop, Load, Cost[]][] = Object.entries(shops).flatMap(([name, shop]) => {
		const load = shop.loads.find((one) => one.what === what)
		// A bucket makes a difference only to files.
		return load === undefined || (name === 'bucket' && !/guide|file/.test(what))
			? []
			: [[name, shop, load, []]]
	})
	for (const [, , load] of measured) await (what === 'sale' ? load.run() : warmUp(load))
	for (let round = 0; round < rounds; round += 1)
		for (const [, { pids }, load, costs] of measured) {
			const measured = await unrefused(async () => {
				const prepared = await load.prepare?.()
				return await measureOnce(what, pids, () => load.run(prepared))
			})
			costs.push(measured)
		}
	return Object.fromEntries(measured.map(([name, , , costs]) => [name, costs]))
}
