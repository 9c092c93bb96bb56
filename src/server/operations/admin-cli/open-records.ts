import { stripeAccountOf } from '#server/adapters/payments/stripe-account.ts'
import { createStripePayments } from '#server/adapters/payments/stripe-payments.ts'
import { startSandbox } from '#server/adapters/sandbox/start-sandbox.ts'
import type { Config } from '#server/config/config.ts'
import { loadKeys } from '#server/config/local-keys.ts'
import { findDatabase, thisSiteOf } from '#server/operations/admin-cli/find-database.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import type { Obstacle } from '#server/platform/obstacle.ts'
import { findQuarantine, quarantinedPayments } from '#server/shop/live-site.ts'
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
