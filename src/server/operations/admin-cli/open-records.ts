import { createStripePayments, stripeAccountOf } from '#server/adapters/payments/stripe-payments.ts'
import { startSandbox } from '#server/adapters/sandbox/start-sandbox.ts'
import type { Config } from '#server/platform/config/config.ts'
import { DataDirBusyError, lockDataDir } from '#server/platform/config/data-dir-lock.ts'
import { loadKeys } from '#server/platform/config/local-keys.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { runningPostgres } from '#server/platform/db/embedded/cluster.ts'
import { preparedLogins } from '#server/platform/db/logins.ts'
import { openOwnDatabase } from '#server/platform/db/open-own-database.ts'
import type { PaymentProvider } from '#server/shop/payment-provider.ts'
import { systemClock } from '#shared/clock.ts'

/** The shop's own records and the provider's, whether the shop is running or not. */
interface OpenRecords {
	database: Database
	payments: PaymentProvider
	close(): Promise<void>
}

/**
 * Opens the database and the payment provider for a command-line program. If the shop is stopped, its own database and the
 * sandbox are started until the program ends. Throws an `Error` whose message is one plain sentence.
 */
export async function openRecords(config: Config, say: (line: string) => void): Promise<OpenRecords> {
	const opened = new AsyncDisposableStack()
	try {
		const jobsUrl = await findDatabase()
		const keys = await loadKeys(config)
		if (config.stripe === undefined && !(await sandboxAnswers(config.sandboxPort))) {
			const sandbox = await startSandbox({
				port: config.sandboxPort,
				dataDir: config.dataDir,
				shopUrl: config.siteUrl,
				secretKey: keys.sandboxSecretKey,
				webhookSecret: keys.sandboxWebhookSecret,
				say,
			})
			opened.defer(() => sandbox.stop())
		}
		// Command-line programs never act as a visitor: both pools use the server's own login.
		const database = openDatabase({ apiUrl: jobsUrl, jobsUrl, onError: () => {} })
		opened.defer(() => database.close())
		const payments = createStripePayments({
			...stripeAccountOf(config, keys),
			siteUrl: config.siteUrl,
			checkout: config.money,
			callsPerSecond: config.money.callsPerSecond,
			clock: systemClock,
		})
		return { database, payments, close: () => opened.disposeAsync() }
	} catch (error) {
		await opened.disposeAsync()
		throw error
	}

	async function findDatabase(): Promise<string> {
		if (config.databaseUrl !== undefined)
			return preparedLogins({
				ownerUrl: config.databaseUrl,
				apiUrl: config.databaseApiUrl,
				jobsUrl: config.databaseJobsUrl,
			}).jobsUrl
		try {
			const lock = await lockDataDir(config.dataDir)
			opened.defer(() => lock.release())
		} catch (error) {
			if (!(error instanceof DataDirBusyError)) throw error
			const url = await runningPostgres(config.dataDir)
			if (url === undefined)
				throw new Error('The shop is just starting or stopping. Try again in a moment.', { cause: error })
			return preparedLogins({ ownerUrl: url }).jobsUrl
		}
		const own = await openOwnDatabase({ dataDir: config.dataDir, log: say })
		opened.defer(() => own.stop())
		return own.logins.jobsUrl
	}
}

/** A sandbox that outlived a killed server is used as it is, because it is only read from. */
async function sandboxAnswers(port: number): Promise<boolean> {
	try {
		const response = await fetch(`http://127.0.0.1:${port}/sandbox.json`, {
			signal: AbortSignal.timeout(2_000),
		})
		return response.ok
	} catch {
		return false
	}
}
