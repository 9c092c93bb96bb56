import { stripeAccountOf } from '#server/adapters/payments/stripe-account.ts'
import { createStripePayments } from '#server/adapters/payments/stripe-payments.ts'
import { startSandbox } from '#server/adapters/sandbox/start-sandbox.ts'
import type { Config } from '#server/config/config.ts'
import { DataDirBusyError, lockDataDir } from '#server/config/data-dir-lock.ts'
import { loadKeys } from '#server/config/local-keys.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { runningPostgres } from '#server/platform/db/embedded/cluster.ts'
import { hasPlace } from '#server/platform/db/embedded/place.ts'
import { preparedLogins } from '#server/platform/db/logins.ts'
import { openOwnDatabase } from '#server/platform/db/open-own-database.ts'
import type { Obstacle } from '#server/platform/obstacle.ts'
import { findQuarantine, quarantinedPayments, type ThisSite } from '#server/shop/live-site.ts'
import type { PaymentProvider } from '#server/shop/payment-provider.ts'
import { systemClock } from '#shared/clock.ts'

/** The shop's own records and the provider's, which can be opened whether the shop is running or not. */
interface OpenRecords {
	database: Database
	payments: PaymentProvider
	/** Why the shop must not act on the database; undefined if it may. */
	quarantine: Obstacle | undefined
	close(): Promise<void>
}

/**
 * Opens the database and the payment provider for a command-line program. If the shop is not running, its embedded database and
 * the sandbox are started until the program ends. In quarantine every call to the provider is rejected, unless
 * `mayAskInQuarantine` is set. Only programs that just read from the provider set it. Throws an `Error` with a message for the
 * owner.
 */
export async function openRecords(
	config: Config,
	say: (line: string) => void,
	{ mayAskInQuarantine = false } = {},
): Promise<OpenRecords> {
	const opened = new AsyncDisposableStack()
	try {
		const { jobsUrl } = await findDatabase(config, opened, say)
		const keys = await loadKeys(config)
		if (config.stripe === undefined && !(await sandboxAnswers(config.sandboxPort))) {
			const sandbox = await startSandbox({
				port: config.sandboxPort,
				dataDir: config.dataDir,
				shopUrl: config.siteUrl,
				publicUrl: config.rehearsal === undefined ? undefined : config.siteUrl,
				secretKey: keys.sandboxSecretKey,
				webhookSecret: keys.sandboxWebhookSecret,
				say,
			})
			opened.defer(() => sandbox.stop())
		}
		// Both pools use the jobs login, because command-line programs never act as a visitor.
		const database = openDatabase({ apiUrl: jobsUrl, jobsUrl, onError: () => {} })
		opened.defer(() => database.close())
		const payments = createStripePayments({
			...stripeAccountOf(config, keys),
			siteUrl: config.siteUrl,
			checkout: config.money,
			callsPerSecond: config.money.callsPerSecond,
			clock: systemClock,
		})
		const quarantine = (await findQuarantine(database, thisSiteOf(config)))?.obstacle
		return {
			database,
			payments:
				quarantine === undefined || mayAskInQuarantine ? payments : quarantinedPayments(payments, quarantine),
			quarantine,
			close: () => opened.disposeAsync(),
		}
	} catch (error) {
		await opened.disposeAsync()
		throw error
	}
}

interface FoundDatabase {
	/** The connection strings of the database owner and of the jobs login. */
	ownerUrl: string
	jobsUrl: string
}

/**
 * Finds the shop's database. If it is the embedded one and the shop is not running, starts it, and stops it when `opened` is disposed of.
 * Throws an `Error` with a message for the owner.
 */
export async function findDatabase(
	config: Config,
	opened: AsyncDisposableStack,
	say: (line: string) => void,
): Promise<FoundDatabase> {
	const withLogins = (ownerUrl: string) => {
		const { databaseApiUrl: apiUrl, databaseJobsUrl: jobsUrl } = config
		return { ownerUrl, jobsUrl: preparedLogins({ ownerUrl, apiUrl, jobsUrl }).jobsUrl }
	}
	if (config.databaseUrl !== undefined) return withLogins(config.databaseUrl)
	if (!(await hasPlace(config.dataDir)))
		throw new Error(
			`There is no shop in ${config.dataDir}. Set DATA_DIR to the folder of yours, or start one there with \`npm start\`.`,
		)
	try {
		const lock = await lockDataDir(config.dataDir)
		opened.defer(() => lock.release())
	} catch (error) {
		if (!(error instanceof DataDirBusyError)) throw error
		const url = await runningPostgres(config.dataDir)
		if (url === undefined)
			throw new Error('The shop is just starting or stopping. Try again in a moment.', { cause: error })
		return { ownerUrl: url, jobsUrl: preparedLogins({ ownerUrl: url }).jobsUrl }
	}
	const own = await openOwnDatabase({ dataDir: config.dataDir, log: say })
	opened.defer(() => own.stop())
	return { ownerUrl: own.ownerUrl, jobsUrl: own.logins.jobsUrl }
}

/** Returns the site that the settings describe, to compare it with the site that a database belongs to. */
export function thisSiteOf({ siteUrl, rehearsal }: Pick<Config, 'siteUrl' | 'rehearsal'>): ThisSite {
	return { siteUrl, isRehearsal: rehearsal !== undefined }
}

/**
 * Reports whether a sandbox answers already: that of the running shop, or one that outlived a killed server. A second sandbox
 * could not use the same port.
 */
export async function sandboxAnswers(port: number): Promise<boolean> {
	try {
		const response = await fetch(`http://127.0.0.1:${port}/sandbox.json`, {
			signal: AbortSignal.timeout(2_000),
		})
		return response.ok
	} catch {
		return false
	}
}
