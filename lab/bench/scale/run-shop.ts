import pg from 'pg'
import { freePort } from '#test/free-port.ts'
import { secretKeyOf } from '../../../e2e/admin.ts'
import { startShopProcess } from '../../../e2e/shop-process.ts'
import { type MeasuredExport, type MeasuredRead, measureExport, measureReads } from './admin-reads.ts'
import { liveADay } from './everyday.ts'
import { lookUpAll, type OwnersList } from './owners-lists.ts'
import {
	type RegularJob,
	regularJobs,
	runJob,
	untilJobsAreDone,
	untilMovementsAreStored,
} from './regular-jobs.ts'
import { startWatchedPostgres, type Watched } from './watch-plans.ts'

export interface Watch {
	/** The statements that ran for users. */
	statements: readonly Watched[]
	/** What the owner looks up. */
	lists: readonly OwnersList[]
	/** Everything that the admin reads. */
	reads: readonly MeasuredRead[]
	/** The sales of a year. */
	exported: MeasuredExport
	/** What the scheduled jobs did. */
	jobs: readonly RegularJob[]
}

/** Runs the shop in a data folder through a number of ordinary days, and returns how PostgreSQL found the rows. */
export async function watchShop(dataDir: string, rounds: number): Promise<Watch> {
	const started = new AsyncDisposableStack()
	try {
		const postgres = await startWatchedPostgres(dataDir)
		started.defer(() => postgres.stop())
		const adminPort = await freePort()
		const adminUrl = `http://localhost:${adminPort}`
		const shop = await startShopProcess({
			DATA_DIR: dataDir,
			DATABASE_URL: postgres.url,
			LOG_LEVEL: 'warn',
			ALERTS_TO: 'owner@sample.test',
			ADMIN_URL: adminUrl,
			ADMIN_PORT: String(adminPort),
			STRIPE_CALLS_PER_SECOND: '100',
		})
		started.defer(() => shop.dispose())
		const client = new pg.Client({ connectionString: postgres.url })
		await client.connect()
		started.defer(() => client.end())
		// The first day is not measured. Neither is the comparison of recent payments with the provider's, which every server makes
		// when it starts.
		await liveADay(shop, 1)
		await untilJobsAreDone(client)
		await untilMovementsAreStored(client)
		postgres.forget()
		await liveADay(shop, rounds)
		await untilJobsAreDone(client)
		const statements = postgres.statements()
		const lists = await lookUpAll(postgres)
		const admin = { url: adminUrl, secretKey: await secretKeyOf({ dataDir }) }
		const reads = await measureReads(postgres, { admin, client })
		const exported = await measureExport(admin, { client, pid: shop.pid() })
		const jobs: RegularJob[] = []
		for (const name of regularJobs) {
			postgres.forget()
			const seconds = await runJob(client, name)
			jobs.push({ name, seconds, statements: postgres.statements() })
		}
		return { statements, lists, reads, exported, jobs }
	} finally {
		await started.disposeAsync()
	}
}
