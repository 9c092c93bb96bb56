import type { Logger } from 'pino'
import { createApp } from '#server/app.ts'
import { type AuthSettings, defaultAuthSettings } from '#server/auth/settings.ts'
import type { Config } from '#server/config.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import type { Logins } from '#server/db/logins.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { createAccessTokens } from '#server/http/access-token.ts'
import type { Pages } from '#server/http/pages.ts'
import { createRateLimits } from '#server/http/rate-limit.ts'
import { createJobHandlers } from '#server/job-handlers.ts'
import { addJob } from '#server/jobs/queue.ts'
import type { JobHandlers } from '#server/jobs/worker.ts'
import type { Keys } from '#server/local-keys.ts'
import type { Mailer } from '#server/mail/mail.ts'
import type { FollowUps } from '#server/shop/fulfil.ts'
import { handleStoredEvent } from '#server/shop/handle-stored-event.ts'
import type { PaymentProvider } from '#server/shop/payment-provider.ts'
import type { Product } from '#shared/catalogue-schema.ts'
import type { Clock } from '#shared/clock.ts'

export interface SystemOptions {
	config: Pick<Config, 'siteUrl' | 'trustedProxies' | 'rateLimitScale' | 'trader'>
	keys: Keys
	logins: Logins
	files: FileStore
	payments: PaymentProvider
	mailer: Mailer
	catalogue: readonly Product[]
	pages: Pages
	clock: Clock
	log: Logger
	/** What tests set differently from the defaults. */
	auth?: Partial<AuthSettings>
}

export interface System {
	fetch: ReturnType<typeof createApp>['fetch']
	database: Database
	jobHandlers: JobHandlers
	close(): Promise<void>
}

/** Puts the server's parts together. Opens pools that connect when asked; starts nothing. */
export async function assembleSystem(options: SystemOptions): Promise<System> {
	const { config, keys, logins, files, payments, mailer, catalogue, pages, clock, log } = options
	const database = openDatabase({
		...logins,
		onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
	})
	const auth = { ...defaultAuthSettings, ...options.auth }
	const accessTokens = await createAccessTokens({
		signingKeys: keys.authSigningKeys,
		issuer: `${config.siteUrl}/auth/v1`,
		clock,
	})
	const rateLimits = createRateLimits({ pool: database.jobsPool, scale: config.rateLimitScale })
	const followUps: FollowUps = {
		sendReceipt: (tx, purchaseId) => addJob(tx, 'send-receipt', { purchaseId }),
		refundDuplicate: (tx, purchaseId) => addJob(tx, 'refund-duplicate', { purchaseId }),
		handleEvent: (tx, eventId) => handleStoredEvent(tx, eventId, { payments, followUps, clock }),
	}
	const app = createApp({
		config,
		keys,
		database,
		accessTokens,
		rateLimits,
		files,
		payments,
		followUps,
		catalogue,
		pages,
		auth,
		clock,
		log,
	})
	return {
		fetch: app.fetch,
		database,
		jobHandlers: createJobHandlers({ database, payments, followUps, mailer, config, auth, clock, log }),
		close: () => database.close(),
	}
}
