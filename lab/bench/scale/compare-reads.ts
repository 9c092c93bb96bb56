import pg from 'pg'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts'
import { startShopProcess } from '../../../e2e/shop-process.ts'
import { noPromises } from '../../../test/faults/promises.ts'
import { createShopper, freeGuides } from '../../../test/faults/shopper.ts'
import { answersTo, unrefused } from '../costs.ts'
import { type Cost, measureOnce, medianOf, untilQuiet } from '../processor-time.ts'
import { publishableKeyOf, startShopOnDatabase } from '../shop.ts'
import { median } from '../statistics.ts'
import { untilJobsAreDone } from './regular-jobs.ts'

const rounds = 7
const connections = 16

interface Reader {
	read: () => Promise<Cost>
	dispose: () => Promise<void>
}

/**
 * Measures the processor time of reading a user's purchases, in the server and in PostgreSQL. Compares two shops: one with the
 * many purchases in the data folder, and an empty one. They take turns, so that a change in the speed of the machine affects both.
 */
export async function compareReads(dataDir: string): Promise<{ large: Cost; empty: Cost; ratio: number }> {
	const started = new AsyncDisposableStack()
	try {
		const large = await openLarge(dataDir)
		started.defer(large.dispose)
		const empty = await openEmpty()
		started.defer(empty.dispose)
		const costs: { large: Cost[]; empty: Cost[] } = { large: [], empty: [] }
		for (let round = -1; round < rounds; round += 1) {
			const [ofLarge, ofEmpty] = [await large.read(), await empty.read()]
			// Round -1 only warms up.
			if (round < 0) continue
			costs.large.push(ofLarge)
			costs.empty.push(ofEmpty)
		}
		const sum = ({ server, postgres }: Cost) => server + postgres
		// Compared round by round, because the load of the machine changes from one to the next.
		const ratios = costs.large.map((cost, round) => sum(cost) / sum(costs.empty[round] ?? cost))
		return { large: medianOf(costs.large), empty: medianOf(costs.empty), ratio: median(ratios) }
	} finally {
		await started.disposeAsync()
	}
}

async function openLarge(dataDir: string): Promise<Reader> {
	// Autovacuum is off, because vacuuming large tables would count as well.
	const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: { autovacuum: 'off' } })
	const shop = await startShopProcess({
		DATA_DIR: dataDir,
		DATABASE_URL: postgres.socketUrl,
		STRIPE_CALLS_PER_SECOND: '100',
	})
	return {
		read: await readerOf(shop, { url: postgres.url, pid: postgres.pid }),
		dispose: async () => {
			await shop.dispose()
			await postgres.stop()
		},
	}
}

async function openEmpty(): Promise<Reader> {
	const { shop, databaseUrl, postgresPid, dispose } = await startShopOnDatabase()
	return { read: await readerOf(shop, { url: databaseUrl, pid: postgresPid }), dispose }
}

async function readerOf(
	shop: Awaited<ReturnType<typeof startShopProcess>>,
	postgres: { url: string; pid: number },
): Promise<() => Promise<Cost>> {
	// On start, the server compares the payments of the last few days with the provider's. The checkpoint writes the resulting
	// changes to disk now rather than during the measurement.
	const jobs = new pg.Client({ connectionString: postgres.url })
	await jobs.connect()
	try {
		await untilJobsAreDone(jobs)
		await untilQuiet({ server: shop.pid() ?? 0 })
		await jobs.query('checkpoint')
	} finally {
		await jobs.end()
	}
	const { client, userId, take } = await createShopper({
		url: shop.url,
		sandboxUrl: shop.sandboxUrl,
		promises: noPromises(),
	})
	await take(freeGuides[0])
	const { data } = await client.auth.getSession()
	const headers = {
		apikey: await publishableKeyOf(shop),
		authorization: `Bearer ${data.session?.access_token}`,
	}
	const url = `${shop.url}/rest/v1/purchases?select=product_name,status,catalogue_id&user_id=eq.${userId}&status=eq.completed`
	const pids = { server: shop.pid() ?? 0, postgres: postgres.pid }
	return () => unrefused(() => measureOnce('read', pids, () => answersTo({ url, headers, connections })))
}
