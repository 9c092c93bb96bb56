import type { Logger } from 'pino'
import { createPasswordHasher, type PasswordHasher } from '#server/apis/auth/passwords/password-hasher.ts'
import { createPageViewSink } from '#server/apis/page-views/create-sink.ts'
import { createRealtime } from '#server/apis/realtime/create-realtime.ts'
import { defaultLimits, type RealtimeLimits } from '#server/apis/realtime/limits.ts'
import { createJobHandlers } from '#server/job-handlers.ts'
import { createReadings, type Readings } from '#server/operations/readings/readings.ts'
import { type AuthSettings, defaultAuthSettings } from '#server/platform/config/auth-settings.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Keys } from '#server/platform/config/local-keys.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { type Logins, withLoginOf } from '#server/platform/db/logins.ts'
import { createReadiness } from '#server/platform/db/readiness.ts'
import { createDiskCheck } from '#server/platform/disk.ts'
import { createAccessTokens } from '#server/platform/http/access-token.ts'
import { createAuthenticate } from '#server/platform/http/authenticate.ts'
import type { Upgrades } from '#server/platform/http/http-server.ts'
import type { Pages } from '#server/platform/http/pages.ts'
import { createRateLimits } from '#server/platform/http/rate-limit.ts'
import { guardUpgrades } from '#server/platform/http/rehearsal-gate.ts'
import type { FailureRecord, JobHandlers } from '#server/platform/jobs/worker.ts'
import type { ObserveRequest } from '#server/platform/metrics/metrics.ts'
import { createApp } from '#server/routes.ts'
import { recordRefusedMails } from '#server/shop/emails/give-up-refused.ts'
import type { Mailer } from '#server/shop/emails/mailer.ts'
import { withholdMail } from '#server/shop/emails/withhold-mail.ts'
import { type FaultPoint, noFaults } from '#server/shop/fault-point.ts'
import type { FileStore } from '#server/shop/files/file-store.ts'
import type { PaymentProvider } from '#server/shop/payment-provider.ts'
import { type ShopContext, sellerOf } from '#server/shop/shop-context.ts'
import type { Product } from '#shared/catalogue-schema.ts'
import type { Clock } from '#shared/clock.ts'

export interface SystemOptions {
	config: Pick<
		Config,
		| 'siteUrl'
		| 'trustedProxies'
		| 'rateLimitScale'
		| 'trader'
		| 'pageViews'
		| 'money'
		| 'isPublic'
		| 'dataDir'
		| 'backupTo'
		| 'backupDailyAt'
		| 'alertsTo'
	> &
		Partial<
			Pick<
				Config,
				| 'rehearsal'
				| 'workers'
				| 'databaseReadUrl'
				| 'formerEncryptionKey'
				| 'rateLimits'
				| 'legacyJwtSecret'
				| 'providers'
				| 'mailTexts'
				| 'hstsSubdomains'
			>
		>
	keys: Keys
	logins: Logins
	files: FileStore
	payments: PaymentProvider
	mailer: Mailer
	catalogue: readonly Product[]
	pages: Pages
	clock: Clock
	/** Called at the points where a fault test may kill the server; does nothing otherwise. */
	faultPoint?: FaultPoint
	/** In a rehearsal without Stripe: the port of the sandbox, whose checkout the shop shows under its own address. */
	sandboxPort?: number
	/** Backs up the shop; returns what to log. By default it cannot. */
	backUp?: () => Promise<string>
	/** Runs the nightly audit. By default it cannot. */
	audit?: () => Promise<void>
	log: Logger
	/** Counts the requests. */
	observeRequest?: ObserveRequest | undefined
	/** Aborted once the server is about to stop. */
	stopping?: AbortSignal
	/** Overrides of the defaults. */
	auth?: Partial<AuthSettings>
	/** Changes single limits of the Realtime API. */
	realtimeLimits?: Partial<RealtimeLimits>
	/** Whether this process runs the jobs; true by default. */
	runsJobs?: boolean
	/** Hashes passwords at the real cost by default. */
	passwords?: PasswordHasher
}

export interface System {
	fetch: ReturnType<typeof createApp>['fetch']
	upgrades: Upgrades
	database: Database
	jobHandlers: JobHandlers
	failures: FailureRecord
	/** Rejects with the reason if the database is unavailable. */
	requireDatabase: () => Promise<void>
	readings: Readings
	/** Sends to everybody or, in a rehearsal, to the listed addresses only. */
	mailer: Mailer
	shop: ShopContext
	payments: PaymentProvider
	close(): Promise<void>
}

/** Puts the server's parts together. Connection pools connect on first use; nothing is started. */
export async function assembleSystem(options: SystemOptions): Promise<System> {
	const { config, keys, logins, files, payments, catalogue, pages, clock, log } = options
	const { faultPoint = noFaults, stopping = new AbortController().signal } = options
	const { workers = 1 } = config
	const database = openDatabase({
		...logins,
		workers,
		replicaUrl: config.databaseReadUrl && withLoginOf(config.databaseReadUrl, logins.apiUrl),
		onReplica: (isUsed, reason) => {
			if (isUsed) log.info('the read replica is used')
			else log.warn({ reason }, 'the read replica is not used')
		},
		...(options.runsJobs === undefined ? {} : { runsJobs: options.runsJobs }),
		onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
	})
	const auth = { ...defaultAuthSettings, ...options.auth }
	const accessTokens = await createAccessTokens({
		signingKeys: keys.authSigningKeys,
		issuer: `${config.siteUrl}/auth/v1`,
		clock,
		...(config.legacyJwtSecret === undefined ? {} : { legacySecret: config.legacyJwtSecret }),
	})
	const rateLimits = createRateLimits({
		pool: database.jobsPool,
		scale: config.rateLimitScale,
		workers,
		...(config.rateLimits === undefined ? {} : { changed: config.rateLimits }),
	})
	const shop = { seller: sellerOf(config), payments, clock, faultPoint }
	const password = config.rehearsal?.password
	const pageViews = createPageViewSink({
		// The visits of a rehearsal are the owner's own.
		settings: config.rehearsal === undefined ? config.pageViews : { kind: 'off' },
		siteUrl: config.siteUrl,
		database,
		clock,
		log,
	})
	const authenticate = createAuthenticate({ ...keys, accessTokens })
	const realtime = createRealtime({
		database,
		listenUrl: logins.jobsUrl,
		authenticate,
		accessTokens,
		siteUrl: config.siteUrl,
		trustedProxies: config.trustedProxies,
		scale: config.rateLimitScale / workers,
		clock,
		stopping,
		log,
		limits: { socketsPerUser: Math.ceil(defaultLimits.socketsPerUser / workers), ...options.realtimeLimits },
	})
	const mailer =
		config.rehearsal === undefined ? options.mailer : withholdMail(options.mailer, config.rehearsal.mailTo)
	const requireDatabase = createReadiness({ database, logins })
	const readings = createReadings({ database, config })
	const app = createApp({
		config,
		keys,
		database,
		requireDatabase,
		requireDisk: createDiskCheck(config.dataDir),
		stopping,
		accessTokens,
		rateLimits,
		files,
		payments,
		shop,
		catalogue,
		pages,
		pageViews,
		authenticate,
		realtime,
		auth,
		passwords: options.passwords ?? createPasswordHasher({ workers }),
		providers: config.providers ?? [],
		clock,
		faultPoint,
		observeRequest: options.observeRequest,
		sandboxPort: options.sandboxPort,
		log,
	})
	return {
		fetch: app.fetch,
		upgrades:
			password === undefined
				? realtime.upgrades
				: guardUpgrades(realtime.upgrades, {
						siteUrl: config.siteUrl,
						password,
						key: keys.authEncryptionKey,
					}),
		database,
		jobHandlers: createJobHandlers({
			backUp: options.backUp ?? (async () => Promise.reject(new Error('this server makes no backups'))),
			audit: options.audit ?? (async () => Promise.reject(new Error('this server makes no audits'))),
			readings,
			database,
			payments,
			shop,
			mailer,
			config,
			auth,
			clock,
			faultPoint,
			log,
		}),
		requireDatabase,
		readings,
		mailer,
		failures: recordRefusedMails({ database, log }),
		shop,
		payments,
		close: async () => {
			await realtime.close()
			await pageViews.close()
			await database.close()
		},
	}
}
