import type { Logger } from 'pino'
import { purgeExpired } from '#server/auth/purge-expired.ts'
import { sendConfirmation } from '#server/auth/send-confirmation.ts'
import type { AuthSettings } from '#server/auth/settings.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { purgeCounters } from '#server/db/purge-counters.ts'
import { longestJobSeconds, unlockAbandonedJobs } from '#server/jobs/unlock-abandoned.ts'
import type { JobHandlers } from '#server/jobs/worker.ts'
import type { Mailer } from '#server/mail/mail.ts'
import { sendReceipt } from '#server/mail/send-receipt.ts'
import type { FollowUps } from '#server/shop/fulfil.ts'
import { handleStoredEvent } from '#server/shop/handle-stored-event.ts'
import type { PaymentProvider } from '#server/shop/payment-provider.ts'
import { reconcilePurchases } from '#server/shop/reconcile-purchases.ts'
import { refundDuplicate } from '#server/shop/refund-duplicate.ts'
import type { Clock } from '#shared/clock.ts'

export interface JobHandlerOptions {
	database: Database
	payments: PaymentProvider
	followUps: FollowUps
	mailer: Mailer
	config: Pick<Config, 'siteUrl' | 'trader'>
	auth: AuthSettings
	clock: Clock
	log: Logger
}

/** What each kind of job does. Every handler may run twice: a server can die after acting and before saying so. */
export function createJobHandlers(options: JobHandlerOptions): JobHandlers {
	const { database, payments, followUps, mailer, config, clock, log } = options
	return {
		'send-confirmation': ({ tokenId }) =>
			sendConfirmation(
				{ database, mailer, clock, siteUrl: config.siteUrl, settings: options.auth },
				{ tokenId },
			),
		'send-receipt': ({ purchaseId }) => sendReceipt({ database, mailer, config }, purchaseId),
		'refund-duplicate': ({ purchaseId }) => refundDuplicate({ database, payments }, purchaseId),
		'reconcile-purchases': async () => {
			await unlockAbandonedJobs(database, longestJobSeconds)
			await reconcilePurchases({ database, payments, followUps, clock, log })
		},
		'purge-expired': async () => {
			await purgeCounters({ database, clock })
			await purgeExpired({ database, clock })
		},
		'handle-payment-event': ({ eventId }) =>
			database.asServer((tx) => handleStoredEvent(tx, eventId, { payments, followUps, clock })),
	}
}
