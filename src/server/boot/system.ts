import type { Logger } from 'pino'
import type { PasswordHasher } from '#server/apis/auth/passwords/password-hasher.ts'
import type { PhoneParts } from '#server/apis/auth/phone/create-phone-sign-in.ts'
import type { Realtime } from '#server/apis/realtime/create-realtime.ts'
import type { RealtimeLimits } from '#server/apis/realtime/limits.ts'
import type { AuthSettings } from '#server/config/auth-settings.ts'
import type { Config } from '#server/config/config.ts'
import type { Keys } from '#server/config/local-keys.ts'
import type { BackupWork } from '#server/features/upkeep/backup-runs.ts'
import type { Readings } from '#server/operations/readings/readings.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Logins } from '#server/platform/db/logins.ts'
import type { BuiltPages } from '#server/platform/http/built-pages.ts'
import type { Upgrades } from '#server/platform/http/http-server.ts'
import type { operationsOf } from '#server/platform/http/openapi.ts'
import type { Pages } from '#server/platform/http/pages.ts'
import type { HandledJob } from '#server/platform/jobs/define-job.ts'
import type { FailureRecord } from '#server/platform/jobs/worker.ts'
import type { ObserveRequest } from '#server/platform/metrics/metrics.ts'
import type { Mailer } from '#server/shop/emails/mailer.ts'
import type { FaultPoint } from '#server/shop/fault-point.ts'
import type { FileStore } from '#server/shop/files/file-store.ts'
import type { PaymentProvider } from '#server/shop/payment-provider.ts'
import type { ShopContext } from '#server/shop/shop-context.ts'
import type { Clock } from '#shared/clock.ts'
import type { AdminChecks } from './admin-readings.ts'
import type { createHttpApp } from './http-app.ts'

/** The parts that the server is put together from. */
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
		| 'site'
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
				| 'hstsSubdomains'
				| 'admin'
				| 'samlKey'
				| 'captcha'
				| 'namesFromFile'
			>
		>
	keys: Keys
	logins: Logins
	files: FileStore
	payments: PaymentProvider
	/** Lists Checkout Sessions even in quarantine; `payments` by default. */
	askPayments?: Pick<PaymentProvider, 'listCheckouts'>
	mailer: Mailer
	pages: Pages
	/** The pages of the admin; undefined if only its API is wanted. */
	adminPages?: BuiltPages | undefined
	clock: Clock
	/** Called at the points where a fault test may kill the server; does nothing otherwise. */
	faultPoint?: FaultPoint
	/**
	 * The port of the sandbox, set in a rehearsal without Stripe. The shop then shows the sandbox's checkout under the shop's own
	 * address.
	 */
	sandboxPort?: number
	/** Backs up the shop; returns what to log. By default the server makes no backups. */
	backUp?: BackupWork
	checkBackups?: BackupWork
	/** The origin of the admin, which another process may serve; its pages frame previews of drafts. By default that of `config`. */
	adminUrl?: string | undefined
	/** The checks that members can start in the admin. By default there are none. */
	checks?: AdminChecks | undefined
	/** Runs the nightly audit. By default there is none. */
	audit?: () => Promise<void>
	log: Logger
	/** Called for each request, to count it. */
	observeRequest?: ObserveRequest | undefined
	/** Aborted once the server is about to stop. */
	stopping?: AbortSignal
	/** Overrides of the default settings. */
	auth?: Partial<AuthSettings>
	/** Overrides of individual limits of the Realtime API. */
	realtimeLimits?: Partial<RealtimeLimits>
	/** Whether this process runs the jobs; true by default. */
	runsJobs?: boolean
	/** How codes are sent to phones. By default they are not, and nobody can sign in by phone. */
	phone?: PhoneParts | undefined
	/** Hashes passwords; by default at the cost that a real shop uses. */
	passwords?: PasswordHasher
}

/** The server, put together. */
export interface System {
	/** The routes that the OpenAPI document describes, and those that it does not. */
	describedRoutes: ReturnType<typeof operationsOf>
	fetch: ReturnType<typeof createHttpApp>['fetch']
	/** Answers the requests to the admin's own port; undefined if there is no admin. */
	adminFetch: ReturnType<typeof createHttpApp>['fetch'] | undefined
	upgrades: Upgrades
	readSockets: Realtime['readSockets']
	database: Database
	jobs: readonly HandledJob[]
	failures: FailureRecord
	/** Rejects with the reason if the database is unavailable. */
	requireDatabase: () => Promise<void>
	readings: Readings
	/** Sends to everybody or, in a rehearsal, to the listed addresses only. */
	mailer: Mailer
	shop: ShopContext
	payments: PaymentProvider
	/** Stores the refused attempts that have been noted. They are stored every second anyway. */
	storeRefusals(): Promise<void>
	close(): Promise<void>
}
