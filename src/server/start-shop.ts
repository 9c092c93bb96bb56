import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { connect, isIP } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { catalogue } from '#catalogue/index.ts'
import { createCachedStore } from '#server/adapters/files/cached-store.ts'
import { findStoreObstacle, openFileStore } from '#server/adapters/files/open-file-store.ts'
import { createSmtpMailer } from '#server/adapters/mail/smtp-mailer.ts'
import { createStripePayments, stripeAccountOf } from '#server/adapters/payments/stripe-payments.ts'
import { type Sandbox, startSandbox } from '#server/adapters/sandbox/start-sandbox.ts'
import { assembleSystem } from '#server/app.ts'
import { backUpInChildProcess } from '#server/operations/backup/back-up-in-child-process.ts'
import type { Config } from '#server/platform/config/config.ts'
import { lockDataDir } from '#server/platform/config/data-dir-lock.ts'
import { loadKeys } from '#server/platform/config/local-keys.ts'
import { shutdownSeconds } from '#server/platform/config/server-settings.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import type { Logins } from '#server/platform/db/logins.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'
import { openOwnDatabase } from '#server/platform/db/open-own-database.ts'
import { type HttpServer, listen } from '#server/platform/http/http-server.ts'
import { developmentPages, loadWebBuild } from '#server/platform/http/web-build.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { startWorker } from '#server/platform/jobs/worker.ts'
import { openLog } from '#server/platform/logs/log.ts'
import { makeFolder } from '#server/platform/make-folder.ts'
import { type Obstacle, sentenceOf } from '#server/platform/obstacle.ts'
import type { FaultPoint } from '#server/shop/fault-point.ts'
import { loadGoods } from '#server/shop/files/load-goods.ts'
import { claimDatabase, quarantinedPayments } from '#server/shop/live-site.ts'
import { reviewPages } from '#server/shop/reviews/review-pages.ts'
import { showReviews } from '#server/shop/reviews/show-reviews.ts'
import { syncCatalogue } from '#server/shop/sync-catalogue.ts'
import { findWarnings, logFile, usesSandboxGoogle, welcome } from '#server/start-messages.ts'
import { systemClock } from '#shared/clock.ts'
import type { Site } from '#shared/site.ts'

export interface RunningShop {
	stop(): Promise<void>
	/** Resolves with the reason when something the shop depends on has failed. */
	broken: Promise<Error>
}

interface StartOptions {
	/** Prints a line of progress to the terminal. */
	say: (line: string) => void
	/** A sandbox shared by several servers, which is left running. */
	runningSandbox?: Pick<Sandbox, 'smtpUrl'>
	/** Called at the points where a fault test may kill the server. */
	faultPoint?: FaultPoint
}

const goodsFolder = fileURLToPath(new URL('../../goods', import.meta.url))
/**
 * How many bytes of guides are cached in memory: enough for all current guides. A file large enough to evict the others is
 * never cached.
 */
const hotFiles = { totalBytes: 32 << 20, fileBytes: 8 << 20 }

/**
 * Starts the whole shop: folder, keys, sandbox, database, goods, pages, jobs and finally its port. `stop` undoes the steps in
 * reverse order, and so does a step that fails. Throws an `Error` with a message for the owner.
 */
export async function startShop(
	config: Config,
	{ say, runningSandbox, faultPoint }: StartOptions,
): Promise<RunningShop> {
	const started = new AsyncDisposableStack()
	const stopping = new AbortController()
	const broken = Promise.withResolvers<Error>()
	try {
		await refuseTakenPort(config)
		await prepareFolder(config.dataDir)
		const lock = await lockDataDir(config.dataDir)
		started.defer(() => lock.release())
		const log = openLog({ level: config.logLevel, file: logFile(config) })
		const keys = await loadKeys(config)

		// Waits for both even if one fails, so that neither is left running.
		const [sandboxStart, databaseStart] = await Promise.allSettled([
			runningSandbox === undefined && needsSandbox(config) ? openSandbox(config, keys, say) : undefined,
			findDatabase(),
		])
		const sandbox = settledValue(sandboxStart)
		if (sandbox !== undefined) started.defer(() => sandbox.stop())
		const logins = settledValue(databaseStart)

		const storeObstacle = await findStoreObstacle(config)
		if (storeObstacle) throw new Error(sentenceOf(storeObstacle))
		const siteUrl = config.siteUrl
		const files = createCachedStore(openFileStore(config), hotFiles)
		const provider = createStripePayments({
			...stripeAccountOf(config, keys),
			siteUrl,
			checkout: config.money,
			callsPerSecond: config.money.callsPerSecond,
			clock: systemClock,
		})
		const quarantine = await readQuarantine(logins, config)
		const payments = quarantine === undefined ? provider : quarantinedPayments(provider, quarantine)
		const mailer = createSmtpMailer({
			smtpUrl: config.smtpUrl ?? (sandbox ?? runningSandbox)?.smtpUrl ?? '',
			from: config.mailFrom,
		})
		started.defer(() => mailer.close())
		const { hstsSubdomains } = config
		const site: Site =
			quarantine === undefined
				? config.site
				: { ...config.site, parts: [...config.site.parts, 'quarantined'] }
		const unreviewed = reviewPages(site, catalogue, [])
		const shown = { siteUrl, hstsSubdomains, publishableKey: keys.publishableKey, ...unreviewed }
		const pages = config.devPages ? developmentPages(config.devPages, shown) : await loadWebBuild(shown)
		const metrics = config.metricsPort === undefined ? undefined : await loadMetrics()
		const system = await assembleSystem({
			config,
			keys,
			logins,
			files,
			payments,
			mailer,
			catalogue,
			pages,
			clock: systemClock,
			...(faultPoint === undefined ? {} : { faultPoint }),
			log,
			observeRequest: metrics?.observeRequest,
			auth: config.auth,
			...(config.stripe === undefined ? { sandboxPort: config.sandboxPort } : {}),
			backUp: backUpInChildProcess,
			stopping: stopping.signal,
		})
		started.defer(() => system.close())
		// Files first: servers that are already selling must not see a catalogue whose files are missing.
		await loadGoods({ database: system.database, files, goodsDir: goodsFolder, catalogue, log: say })
		await syncCatalogue(system.database, catalogue)
		const { database, jobHandlers: handlers, failures } = system
		const refill = (pages.built ?? pages).refill ?? (async () => {})
		const reviews = showReviews({ database, catalogue, site, refill, log })
		started.defer(() => reviews.stop())
		if (quarantine === undefined) {
			// Finds what happened at the provider while no server ran, or after a restored backup, without waiting for the hourly job.
			const name = 'compare-with-provider'
			await database.asServer((tx) => addJob(tx, name, {}, { onceUnder: name }))
			const worker = await startWorker({
				database,
				handlers,
				failures,
				backUpAt: config.backupDailyAt,
				log,
			})
			started.defer(() => worker.stop())
			void worker.ended.then(() =>
				broken.resolve(new Error('The job queue has ended by itself; the log says why.')),
			)
		}
		if (metrics !== undefined) {
			const port = await metrics.serve({ config, database, log })
			started.defer(() => port.close())
		}
		// Opened last and closed first: a proxy sends traffic to an open port.
		const http = await openPort(config)
		// In a rehearsal pages are behind a password, which is asked for before anything is looked up.
		const built = config.rehearsal === undefined ? pages.built : undefined
		const { observeRequest } = metrics ?? {}
		http.serve({ fetch: system.fetch, built, upgrades: system.upgrades, observeRequest })
		started.defer(async () => {
			stopping.abort()
			http.drain()
			await pause(1000 * config.shutdownNoticeSeconds)
			await http.close(1000 * shutdownSeconds.requests)
		})
		for (const line of welcome(config)) say(line)
		void findWarnings(config).then((warnings) => {
			const quarantined = quarantine === undefined ? [] : [`Quarantined: ${sentenceOf(quarantine)}`]
			for (const warning of [...quarantined, ...warnings]) {
				say(`  ${warning}`)
				log.warn(warning)
			}
		})
		return { stop: () => stopAll(started), broken: broken.promise }
	} catch (error) {
		await stopAll(started).catch((failure: unknown) => say(String(failure)))
		throw error
	}

	async function findDatabase() {
		if (config.databaseUrl === undefined) {
			const own = await openOwnDatabase({ dataDir: config.dataDir, log: say, onExit: broken.resolve })
			started.defer(() => own.stop())
			return own.logins
		}
		return await migrateDatabase({
			ownerUrl: config.databaseUrl,
			apiUrl: config.databaseApiUrl,
			jobsUrl: config.databaseJobsUrl,
			log: say,
		})
	}
}

/** Returns why the shop may not act on the database, if so, and writes a public site into a new one. */
async function readQuarantine(logins: Logins, config: Config): Promise<Obstacle | undefined> {
	const database = openDatabase({ ...logins, onError: () => {} })
	try {
		return await claimDatabase(database, { ...config, isRehearsal: config.rehearsal !== undefined })
	} finally {
		await database.close()
	}
}

/** Undoes every step, last one first. A failing step must not leave the database and the sandbox running. */
async function stopAll(started: AsyncDisposableStack): Promise<void> {
	try {
		await started.disposeAsync()
	} catch (error) {
		throw new Error(`Not all of the shop could be stopped: ${failuresIn(error).join('; ')}`, { cause: error })
	}
}

/** Returns every failure of a disposal, which nests them. */
function failuresIn(error: unknown): unknown[] {
	return error instanceof SuppressedError ? [...failuresIn(error.suppressed), error.error] : [error]
}

function settledValue<T>(settled: PromiseSettledResult<T>): T {
	if (settled.status === 'rejected') throw settled.reason
	return settled.value
}

/** Throws if another program listens on the port. */
async function refuseTakenPort({ host, port }: Config): Promise<void> {
	const isTaken = await new Promise<boolean>((resolve) => {
		const attempt = connect(port, reachableHost(host).replace(/^\[|\]$/g, ''))
		attempt.once('connect', () => {
			attempt.destroy()
			resolve(true)
		})
		attempt.once('error', () => resolve(false))
	})
	if (isTaken) throw new Error(portTaken(port))
}

function portTaken(port: number): string {
	return `Port ${port} is in use by another program. Stop it, or set PORT to another number.`
}

async function loadMetrics() {
	const { prepareMetrics } = await import('#server/serve-metrics.ts')
	return prepareMetrics()
}

async function openPort({ host, port, trustedProxies, rateLimitScale }: Config): Promise<HttpServer> {
	try {
		const connectionsPerAddress = 200 * rateLimitScale
		return await listen({ host, port, connectionsPerAddress, trustedProxies })
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? error.code : undefined
		if (code === 'EADDRINUSE') throw new Error(portTaken(port))
		if (code === 'EACCES')
			throw new Error(`Port ${port} may not be used by this user. Set PORT to a number above 1023.`)
		throw new Error(`Cannot listen on ${host}:${port} (${String(code)}). Check HOST and PORT.`)
	}
}

async function prepareFolder(dataDir: string): Promise<void> {
	try {
		await makeFolder(dataDir, 0o755)
		await access(dataDir, constants.W_OK)
	} catch {
		throw new Error(
			`The folder ${dataDir} cannot be written. Give it to this user, or set DATA_DIR to another one.`,
		)
	}
}

function needsSandbox(config: Config): boolean {
	return config.stripe === undefined || config.smtpUrl === undefined || usesSandboxGoogle(config)
}

async function openSandbox(
	config: Config,
	keys: Awaited<ReturnType<typeof loadKeys>>,
	say: (line: string) => void,
): Promise<Sandbox> {
	say('Starting the sandbox (test payments, Google, mailbox) …')
	return await startSandbox({
		port: config.sandboxPort,
		dataDir: config.dataDir,
		shopUrl: `http://${reachableHost(config.host)}:${config.port}`,
		publicUrl: config.rehearsal === undefined ? undefined : config.siteUrl,
		secretKey: keys.sandboxSecretKey,
		webhookSecret: keys.sandboxWebhookSecret,
		say,
	})
}

/** Returns the host part of a URL by which programs on this machine reach a server that listens on `host`. */
function reachableHost(host: string): string {
	if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
	return isIP(host) === 6 ? `[${host}]` : host
}
