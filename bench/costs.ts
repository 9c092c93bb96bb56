import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startTestBucket } from '#test/bucket.ts'
import { cv } from '#test/checkout.ts'
import { clientOf } from '../e2e/people.ts'
import { noPromises } from '../test/faults/promises.ts'
import { createShopper, freeGuides, type Shopper } from '../test/faults/shopper.ts'
import { openAuthClient, refresh, signIn } from './auth/auth-client.ts'
import { startBare } from './bare-process.ts'
import { runWorkers } from './load.ts'
import { openStoredFile } from './money/stored-file.ts'
import { type Cost, measure } from './processor-time.ts'
import { publishableKeyOf, startShopOnDatabase } from './shop.ts'

// `npm run bench -- costs`: how much processor time each kind of request takes, of the server and of PostgreSQL, with one worker and with
// two. Processor time, because it holds on a busy machine too. Pages and reads need `wrk` (Debian).

const run = promisify(execFile)

async function wrk(url: string, headers: Record<string, string> = {}, connections = 32): Promise<number> {
	const args = [
		'-t1',
		`-c${connections}`,
		'-d4',
		...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
		url,
	]
	const { stdout } = await run('wrk', args)
	if (/Non-2xx/.test(stdout)) throw new Error(`refused: ${url}\n${stdout}`)
	return Number(/(\d+) requests in/.exec(stdout)?.[1])
}

async function costsWith(settings: Record<string, string>, kinds: 'all' | 'files'): Promise<Cost[]> {
	const { shop, databaseUrl, postgresPid, dispose } = await startShopOnDatabase({
		STRIPE_CALLS_PER_SECOND: '100',
		...settings,
	})
	try {
		const pids = { server: shop.pid() ?? 0, postgres: postgresPid }
		const costs: Cost[] = []
		const file = await openStoredFile({ process: shop })
		if (kinds === 'all') {
			const key = await publishableKeyOf(shop)
			const br = { 'accept-encoding': 'br' }
			costs.push(await measure('page, kept connection', pids, () => wrk(`${shop.url}/`, br)))
			costs.push(
				await measure('page, new connection', pids, () =>
					wrk(`${shop.url}/`, { ...br, connection: 'close' }),
				),
			)
			const auth = await openAuthClient(shop, databaseUrl)
			const client = await clientOf(shop)
			const [user] = auth.users
			if (user === undefined) throw new Error('no user')
			const { data } = await client.auth.signInWithPassword(user)
			const token = data.session?.access_token ?? ''
			const headers = { apikey: key, authorization: `Bearer ${token}` }
			const read = `${shop.url}/rest/v1/purchases?select=product_name,status&user_id=eq.${data.user?.id}&status=eq.completed`
			costs.push(await measure('signed-in REST read', pids, () => wrk(read, headers)))
			costs.push(
				await measure('reviews of a product, signed out', pids, () =>
					wrk(`${shop.url}/rest/v1/published_reviews?select=*&catalogue_id=eq.2&limit=10`, { apikey: key }),
				),
			)
			const counted = async (workers: number, ask: (worker: number) => Promise<boolean>) => {
				let count = 0
				await runWorkers({ workers, seconds: 4 }, async (worker) => {
					const ok = await ask(worker)
					if (ok) count += 1
					return ok
				})
				return count
			}
			costs.push(
				await measure('sign-in', pids, () =>
					counted(8, async (worker) => (await signIn(auth, worker)).status === 200),
				),
			)
			const tokens: string[] = []
			for (let worker = 0; worker < 16; worker += 1) tokens.push((await signIn(auth, worker)).refreshToken)
			costs.push(
				await measure('refresh', pids, () =>
					counted(16, async (worker) => {
						const next = await refresh(auth, tokens[worker] ?? '')
						tokens[worker] = next ?? ''
						return next !== undefined
					}),
				),
			)
			const [guide] = freeGuides
			costs.push(
				await measure('signed URL', pids, () =>
					counted(16, async () => {
						const answer = await fetch(`${shop.url}/storage/v1/object/sign/pdfs/${guide.file}`, {
							method: 'POST',
							headers: { ...headers, 'content-type': 'application/json' },
							body: '{"expiresIn":60}',
						})
						await answer.arrayBuffer()
						return answer.ok
					}),
				),
			)
			const { url, sandboxUrl } = shop
			const buyers: Shopper[] = []
			while (buyers.length < 60)
				buyers.push(
					...(await Promise.all(
						Array.from({ length: 4 }, () => createShopper({ url, sandboxUrl, promises: noPromises() })),
					)),
				)
			costs.push(
				await measure('sale', pids, async () => {
					const mine = buyers.splice(0, 20)
					const receipts = await countReceipts(sandboxUrl)
					await Promise.all(
						mine.map(async (buyer) => {
							const sessionId = (await buyer.open(cv)) ?? ''
							await buyer.pay(sessionId)
							await buyer.returnTo(sessionId)
						}),
					)
					for (
						let tries = 0;
						tries < 300 && (await countReceipts(sandboxUrl)) < receipts + mine.length;
						tries += 1
					)
						await new Promise((resolve) => setTimeout(resolve, 100))
					return mine.length
				}),
			)
			costs.push(
				await measure(
					'nothing, for a second',
					pids,
					async () => new Promise((resolve) => setTimeout(() => resolve(5), 5_000)),
				),
			)
		}
		const small = await file.link()
		costs.push(await measure('guide (cached)', pids, () => wrk(small)))
		await file.makeLarge()
		const large = await file.link()
		costs.push(await measure('file of 20 MB', pids, () => wrk(large, {}, 4)))
		return costs
	} finally {
		await dispose()
	}
}

async function countReceipts(sandboxUrl: string): Promise<number> {
	const mails = await (await fetch(`${sandboxUrl}/mailbox.json`)).text()
	return mails.split('"subject":"Your receipt').length - 1
}

/** Measures the same page sent by a bare `node:http` server. */
async function baseline(): Promise<Cost> {
	const { shop, dispose } = await startShopOnDatabase()
	const headers = { 'accept-encoding': 'br' }
	const sample = await fetch(shop.url, { headers })
	const sent = Object.fromEntries(
		[...sample.headers].filter(([name]) => !['connection', 'date', 'keep-alive'].includes(name)),
	)
	const bare = await startBare({
		kind: 'bytes',
		body: Buffer.alloc(Number(sample.headers.get('content-length')), 'x').toString('base64'),
		headers: sent,
	})
	try {
		return await measure('page, bare node:http', { server: bare.pid, postgres: 0 }, () =>
			wrk(bare.url, headers),
		)
	} finally {
		bare.stop()
		await dispose()
	}
}

function print(title: string, costs: readonly Cost[]): void {
	console.log(title)
	console.table(
		costs.map(({ what, count, server, postgres }) => ({
			request: what,
			measured: count,
			'server µs': Math.round(server),
			'PostgreSQL µs': Math.round(postgres),
		})),
	)
}

/** Measures and prints the costs. Returns whether two workers cost at most a tenth more than one for each request. */
export async function costFigures(): Promise<boolean> {
	print('Baseline', [await baseline()])
	const one = await costsWith({}, 'all')
	print('One worker, files on disk', one)
	const two = await costsWith({ WORKERS: '2' }, 'all')
	print('Two workers, files on disk', two)
	const bucket = await startTestBucket()
	const { accessKeyId, secretAccessKey, endpoint, region } = bucket.settings
	try {
		const STORAGE_URL = `s3+http://${accessKeyId}:${secretAccessKey}@${new URL(endpoint).host}/guides/shop?region=${region}`
		print('One worker, files in a bucket', await costsWith({ STORAGE_URL }, 'files'))
	} finally {
		await bucket.close()
	}
	const ratios = two.map(({ what, server }, index) => ({ what, ratio: server / (one[index]?.server ?? 1) }))
	console.table(ratios)
	return ratios.every(({ what, ratio }) => what.startsWith('nothing') || ratio <= 1.1)
}
