import { accessSync, constants, mkdirSync } from 'node:fs'
import { connect, isIP } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { catalogue } from '#catalogue/index.ts'
import { createCachedStore } from '#server/adapters/files/cached-store.ts'
import { findBucketObstacle } from '#server/adapters/files/find-bucket-obstacle.ts'
import { openFileStore } from '#server/adapters/files/open-file-store.ts'
import { createSmtpMailer } from '#server/adapters/mail/smtp-mailer.ts'
import { stripeAccountOf } from '#server/adapters/payments/stripe-account.ts'
import { createStripePayments } from '#server/adapters/payments/stripe-payments.ts'
import { type Sandbox, startSandbox } from '#server/adapters/sandbox/start-sandbox.ts'
import { assembleSystem } from '#server/app.ts'
import type { Config } from '#server/platform/config/config.ts'
import { lockDataDir } from '#server/platform/config/data-dir-lock.ts'
import { loadKeys } from '#server/platform/config/local-keys.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'
import { openOwnDatabase } from '#server/platform/db/open-own-database.ts'
import { type HttpServer, listen } from '#server/platform/http/http-server.ts'
import { developmentPages, loadWebBuild } from '#server/platform/http/web-build.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { startWorker } from '#server/platform/jobs/worker.ts'
import { openLog } from '#server/platform/logs/log.ts'
import { loadGoods } from '#server/shop/files/load-goods.ts'
import { syncCatalogue } from '#server/shop/sync-catalogue.ts'
import { startWarnings } from '#server/start-warnings.ts'
import { systemClock } from '#shared/clock.ts'
import type { FaultPoint } from '#shared/fault-point.ts'
import { sentenceOf } from '#shared/obstacle.ts'
import { sandboxGoogleIssuer } from '#shared/sandbox-google.ts'

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
const drainMs = 25_000
/** How many bytes of guides are cached in memory: enough for all of today's, and no single file that would evict the rest. */
const hotFiles = { totalBytes: 32 << 20, fileBytes: 8 << 20 }

/**
 * Starts the whole shop: folder, keys, sandbox, database, goods, pages, jobs and finally its port. `stop` undoes the steps in
 * reverse order, and so does a step that fails. Throws an `Error` with a message for the owner.
 */
export async function startShop(
	config: Config,
	{ say, runningSandbox, faultPoint }: StartOptions,
): Promise<RunningShop> {
	const undo: (() => Promise<void> | void)[] = []
	const stop = async () => {
		const failures: unknown[] = []
		// A failing step must not leave the database and the sandbox running.
		for (const step of undo.splice(0).reverse()) {
			try {
				await step()
			} catch (failure) {
				failures.push(failure)
			}
		}
		if (failures.length > 0)
			throw new AggregateError(failures, `Not all of the shop could be stopped: ${failures.join('; ')}`)
	}
	const stopping = new AbortController()
	let breakWith: (reason: Error) => void = () => {}
	const broken = new Promise<Error>((resolve) => {
		breakWith = resolve
	})
	try {
		await refuseTakenPort(config)
		makeFolder(config.dataDir)
		const lock = await lockDataDir(config.dataDir)
		undo.push(() => lock.release())
		const log = openLog({ level: config.logLevel, file: logFile(config) })
		const keys = await loadKeys(config)

		// Waits for both even if one fails, so that neither is left running.
		const [sandboxStart, databaseStart] = await Promise.allSettled([
			runningSandbox === undefined && needsSandbox(config) ? openSandbox(config, keys, say) : undefined,
			openDatabase(),
		])
		const sandbox = settledValue(sandboxStart)
		if (sandbox !== undefined) undo.push(() => sandbox.stop())
		const logins = settledValue(databaseStart)

		const bucketObstacle = config.bucket && (await findBucketObstacle(config.bucket))
		if (bucketObstacle) throw new Error(sentenceOf(bucketObstacle))
		const siteUrl = config.siteUrl
		const files = createCachedStore(openFileStore(config), hotFiles)
		const payments = createStripePayments({
			...stripeAccountOf(config, keys),
			siteUrl,
			checkout: config.money,
			callsPerSecond: config.money.callsPerSecond,
			clock: systemClock,
		})
		const mailer = createSmtpMailer({
			smtpUrl: config.smtpUrl ?? (sandbox ?? runningSandbox)?.smtpUrl ?? '',
			from: config.mailFrom,
		})
		undo.push(() => mailer.close())
		const { hstsSubdomains, site } = config
		const shown = { siteUrl, hstsSubdomains, publishableKey: keys.publishableKey, site }
		const pages = config.devPages ? developmentPages(config.devPages, shown) : await loadWebBuild(shown)
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
			auth: config.auth,
			stopping: stopping.signal,
		})
		undo.push(() => system.close())
		// Files first: servers that are already selling must not see a catalogue whose files are missing.
		await loadGoods({ database: system.database, files, goodsDir: goodsFolder, catalogue, log: say })
		await syncCatalogue(system.database, catalogue)
		const { database, jobHandlers: handlers, failures } = system
		// Finds what happened at the provider while no server ran, or after a restored backup, without waiting for the hourly job.
		const name = 'compare-with-provider'
		await database.asServer((tx) => addJob(tx, name, {}, { onceUnder: name }))
		const worker = await startWorker({ database, handlers, failures, log })
		undo.push(() => worker.stop())
		void worker.ended.then(() => breakWith(new Error('The job queue has ended by itself; the log says why.')))
		// Opened last and closed first: a proxy sends traffic to an open port.
		const http = await openPort(config)
		http.serve({ fetch: system.fetch, built: pages.built })
		undo.push(async () => {
			stopping.abort()
			http.drain()
			await pause(1000 * config.shutdownNoticeSeconds)
			await http.close(drainMs)
		})
		welcome(config, say)
		void startWarnings(config).then((warnings) => {
			for (const warning of warnings) {
				say(`  ${warning}`)
				log.warn(warning)
			}
		})
		return { stop, broken }
	} catch (error) {
		await stop().catch((failure: unknown) => say(String(failure)))
		throw error
	}

	async function openDatabase() {
		if (config.databaseUrl === undefined) {
			const own = await openOwnDatabase({ dataDir: config.dataDir, log: say, onExit: breakWith })
			undo.push(() => own.stop())
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

function makeFolder(dataDir: string): void {
	try {
		mkdirSync(dataDir, { recursive: true, mode: 0o755 })
		accessSync(dataDir, constants.W_OK)
	} catch {
		throw new Error(
			`The folder ${dataDir} cannot be written. Give it to this user, or set DATA_DIR to another one.`,
		)
	}
}

function needsSandbox(config: Config): boolean {
	return config.stripe === undefined || config.smtpUrl === undefined || hasGoogleStandIn(config)
}

function hasGoogleStandIn({ providers, sandboxPort }: Config): boolean {
	return providers.some(({ issuer }) => issuer === sandboxGoogleIssuer(sandboxPort))
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

/** Returns the log file of a local run, whose terminal shows only progress. A public site logs to standard output. */
function logFile(config: Config): string | undefined {
	return config.isPublic ? undefined : join(config.dataDir, 'shop.log')
}

function welcome(config: Config, say: (line: string) => void): void {
	const sandbox = `http://localhost:${config.sandboxPort}`
	say('')
	say(`  The shop is open:   ${config.siteUrl}`)
	if (config.smtpUrl === undefined) say(`  Its mailbox:        ${sandbox}/mailbox`)
	if (config.stripe === undefined) {
		say(`  Test payments:      ${sandbox}/stripe`)
		say(
			'  Test cards:         4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined (any future date, any CVC)',
		)
	}
	if (hasGoogleStandIn(config)) say(`  Google stand-in:    ${sandbox}/google`)
	if (!config.isPublic) say(`  Log:                ${join(config.dataDir, 'shop.log')}`)
	say('')
	say('  Ctrl-C closes it.')
}
