import type { Logger } from 'pino'
import { confirmDeletion } from '#server/apis/auth/account/confirm-deletion.ts'
import { answerEmailRequest } from '#server/apis/auth/email-links/email-requests.ts'
import { sendOneTimeToken } from '#server/apis/auth/email-links/send-one-time-token.ts'
import { removeYoungFactors } from '#server/apis/auth/factors/scheduled-removal.ts'
import { sendRemovalNotice } from '#server/apis/auth/factors/send-removal-notice.ts'
import type { TextJobs } from '#server/apis/auth/phone/text-jobs.ts'
import { pruneAuditLog, purgeExpired } from '#server/apis/auth/purge-expired.ts'
import { sendSecurityNotice } from '#server/apis/auth/user/send-security-notice.ts'
import { purgeChanges } from '#server/apis/realtime/change-feed.ts'
import type { AuthSettings } from '#server/config/auth-settings.ts'
import type { Config } from '#server/config/config.ts'
import {
	answerMailRequestJob,
	answerTextRequestJob,
	confirmDeletionJob,
	removeYoungFactorsJob,
	sendOneTimeTokenJob,
	sendRemovalNoticeJob,
	sendSecurityNoticeJob,
	sendTextJob,
} from '#server/features/accounts/jobs.ts'
import { testAnnouncementJob } from '#server/features/announcements/jobs.ts'
import { emailTestAnnouncement } from '#server/features/announcements/send-test.ts'
import { settleDiscountCodesJob } from '#server/features/codes/jobs.ts'
import { settleDiscountCodes } from '#server/features/codes/settle-codes.ts'
import { readMailTexts } from '#server/features/content/mail-texts.ts'
import { formerQueueJobs, queueMailingsJob } from '#server/features/mailing-lists/jobs.ts'
import { mailingLists, queueMailings } from '#server/features/queue-mailings.ts'
import { sendNoticeConfirmationJob } from '#server/features/release-notices/jobs.ts'
import { purgeNotices } from '#server/features/release-notices/purge-notices.ts'
import { sendNoticeConfirmation } from '#server/features/release-notices/send-notice-confirmation.ts'
import { sendDataMail } from '#server/features/requests/data-requests.ts'
import {
	acknowledgeDataRequestJob,
	acknowledgeRequestJob,
	sendAnswerJob,
	sendDataAnswerJob,
	sendDataLinkJob,
	sendRequestLinkJob,
} from '#server/features/requests/jobs.ts'
import { purgeRequestLinks, sendDataLink, sendRequestLink } from '#server/features/requests/links.ts'
import { acknowledgeRequest, sendAnswer } from '#server/features/requests/send-request-mail.ts'
import { refreshSumsJob, sumStepsJob } from '#server/features/sales/jobs.ts'
import { storeMovements } from '#server/features/sales/store-movements.ts'
import { sumSteps } from '#server/features/sales/sum-steps.ts'
import { sendInvitationJob } from '#server/features/staff/jobs.ts'
import { sendInvitation } from '#server/features/staff/send-invitation.ts'
import { type BackupWork, workOnRun } from '#server/features/upkeep/backup-runs.ts'
import {
	auditJob,
	backUpJob,
	checkBackupsJob,
	purgeExpiredJob,
	raiseAlertsJob,
	sendAlertJob,
	sendSummaryJob,
} from '#server/features/upkeep/jobs.ts'
import type { TroubleOptions } from '#server/operations/alerts/find-troubles.ts'
import { raiseAlerts, sendAlert } from '#server/operations/alerts/raise-alert.ts'
import { sendSummary } from '#server/operations/alerts/send-summary.ts'
import type { Readings } from '#server/operations/readings/readings.ts'
import type { Database } from '#server/platform/db/database.ts'
import { purgeCounters } from '#server/platform/http/rate-limit.ts'
import { type HandledJob, handleJob } from '#server/platform/jobs/define-job.ts'
import { purgeFailedRuns } from '#server/platform/jobs/forget-failed-runs.ts'
import { applyStoredEvent } from '#server/shop/apply-event.ts'
import { readCardOfEvent } from '#server/shop/card-country.ts'
import { closeCheckout } from '#server/shop/close-checkout.ts'
import { compareWithProvider } from '#server/shop/compare-with-provider.ts'
import { refundAgain, refundPartAgain } from '#server/shop/decide-purchase.ts'
import type { Mailer } from '#server/shop/emails/mailer.ts'
import { sendPaymentNotice } from '#server/shop/emails/send-payment-notice.ts'
import { sendRefundNotice } from '#server/shop/emails/send-refund-notice.ts'
import { sendSampleEmail } from '#server/shop/emails/send-sample-email.ts'
import type { FaultPoint } from '#server/shop/fault-point.ts'
import {
	closeCheckoutJob,
	compareWithProviderJob,
	handlePaymentEventJob,
	issueLateReceiptsJob,
	reconcilePurchasesJob,
	refundPartJob,
	refundPurchaseJob,
	refundUnwantedPaymentJob,
	sendPaymentNoticeJob,
	sendReceiptJob,
	sendRefundNoticeJob,
	sendTestMessageJob,
	settleFailedRefundJob,
	syncPaymentJob,
} from '#server/shop/jobs.ts'
import type { PaymentProvider } from '#server/shop/payment-provider.ts'
import { issueLateReceipts, sendReceipt } from '#server/shop/receipts.ts'
import { reconcilePurchases } from '#server/shop/reconcile-purchases.ts'
import { refundUnwantedPayment } from '#server/shop/refund-unwanted-payment.ts'
import type { ShopContext } from '#server/shop/shop-context.ts'
import { syncPayment } from '#server/shop/sync-payment.ts'
import type { Clock } from '#shared/clock.ts'
import { samplesOf } from './sample-emails.ts'

export interface JobHandlerOptions {
	database: Database
	payments: PaymentProvider
	shop: ShopContext
	mailer: Mailer
	/**
	 * Sends codes to phones by text message. Undefined if the shop no longer sends any. Jobs that are still in the queue then do
	 * nothing.
	 */
	textJobs?: TextJobs | undefined
	config: Pick<Config, 'siteUrl' | 'trader' | 'money'> &
		Partial<Pick<Config, 'admin'>> &
		TroubleOptions['config'] & { alertsTo: string | undefined }
	auth: AuthSettings
	clock: Clock
	faultPoint: FaultPoint
	/** Backs up the shop; returns what to log. */
	backUp: BackupWork
	/** Reads every byte of all backups and records what is damaged; returns what to log. */
	checkBackups: BackupWork
	/** Runs the audit and records what it found. */
	audit: () => Promise<void>
	/** How the shop is doing. */
	readings: Readings
	log: Logger
}

/**
 * Returns the handler of each kind of job. Every handler may run twice for one job, because a server can die after it has done
 * the work and before the queue has recorded that.
 */
export function createJobHandlers(options: JobHandlerOptions): readonly HandledJob[] {
	const { database, payments, shop, config, clock, faultPoint, log, readings } = options
	const mailer: Mailer = {
		...options.mailer,
		send: async (mail) => {
			await options.mailer.send(mail)
			await faultPoint('mail/accepted')
		},
	}
	// An owner can change them while the shop is running.
	const readTexts = () => readMailTexts(database)
	const mailContext = async () => ({
		database,
		mailer,
		clock,
		siteUrl: config.siteUrl,
		texts: await readTexts(),
	})
	return [
		handleJob(answerMailRequestJob, (request) =>
			answerEmailRequest({ database, clock, settings: options.auth }, request),
		),
		handleJob(answerTextRequestJob, async (request) => await options.textJobs?.answerRequest(request)),
		handleJob(sendTextJob, async (wanted) => await options.textJobs?.sendText(wanted)),
		handleJob(sendOneTimeTokenJob, async ({ tokenId }) =>
			sendOneTimeToken(
				{
					database,
					mailer,
					clock,
					siteUrl: config.siteUrl,
					settings: options.auth,
					texts: await readTexts(),
				},
				{ tokenId },
			),
		),
		handleJob(sendSecurityNoticeJob, async ({ entryId }) =>
			sendSecurityNotice(
				{
					database,
					mailer,
					siteUrl: config.siteUrl,
					texts: await readTexts(),
					textNotice: options.textJobs?.textNotice,
				},
				{ entryId },
			),
		),
		handleJob(sendRemovalNoticeJob, async ({ removalId }) =>
			sendRemovalNotice(
				{ database, mailer, siteUrl: config.siteUrl, texts: await readTexts() },
				{ removalId },
			),
		),
		handleJob(removeYoungFactorsJob, ({ removalId }) =>
			removeYoungFactors({ database, clock }, { removalId }),
		),
		handleJob(sendReceiptJob, ({ purchaseId }) =>
			sendReceipt({ database, mailer, clock, siteUrl: config.siteUrl }, purchaseId),
		),
		handleJob(refundUnwantedPaymentJob, ({ purchaseId }) =>
			refundUnwantedPayment({ database, payments, faultPoint, log }, purchaseId),
		),
		handleJob(syncPaymentJob, ({ paymentIntentId }) => syncPayment(options, paymentIntentId)),
		handleJob(settleFailedRefundJob, ({ paymentIntentId }) => syncPayment(options, paymentIntentId)),
		handleJob(refundPurchaseJob, ({ purchaseId }) => refundAgain(options, purchaseId)),
		handleJob(refundPartJob, (part) => refundPartAgain(options, part)),
		handleJob(sendRefundNoticeJob, async ({ refundId }) => sendRefundNotice(await mailContext(), refundId)),
		handleJob(sendPaymentNoticeJob, async (about) =>
			sendPaymentNotice({ ...(await mailContext()), seller: shop.seller }, about),
		),
		handleJob(acknowledgeRequestJob, async ({ requestId }) =>
			acknowledgeRequest(await mailContext(), requestId),
		),
		handleJob(sendAnswerJob, async ({ requestId }) => sendAnswer(await mailContext(), requestId)),
		handleJob(acknowledgeDataRequestJob, async ({ requestId }) =>
			sendDataMail(await mailContext(), requestId, 'acknowledged_at'),
		),
		handleJob(sendDataAnswerJob, async ({ requestId }) =>
			sendDataMail(await mailContext(), requestId, 'answer_mailed_at'),
		),
		handleJob(sendRequestLinkJob, async (entered) => sendRequestLink(await mailContext(), entered)),
		handleJob(sendDataLinkJob, async (entered) => sendDataLink(await mailContext(), entered)),
		handleJob(closeCheckoutJob, ({ purchaseId }) => closeCheckout({ database, payments, shop }, purchaseId)),
		handleJob(confirmDeletionJob, async ({ userId }) =>
			confirmDeletion({ database, mailer, siteUrl: config.siteUrl, texts: await readTexts() }, { userId }),
		),
		handleJob(sendInvitationJob, (invitation) =>
			sendInvitation(
				{ database, mailer, clock, siteUrl: config.siteUrl, adminUrl: config.admin?.url },
				invitation,
			),
		),
		handleJob(sendTestMessageJob, (test) =>
			sendSampleEmail(
				{ database, mailer, siteUrl: config.siteUrl, sampleEmails: samplesOf({ config, shop, database }) },
				test,
			),
		),
		handleJob(sendNoticeConfirmationJob, async ({ noticeId }) =>
			sendNoticeConfirmation(
				{ database, mailer, clock, siteUrl: config.siteUrl, texts: await readTexts(), log },
				noticeId,
			),
		),
		handleJob(queueMailingsJob, ({ lists }) => queueMailings({ database, clock }, lists)),
		...formerQueueJobs.map((job) => handleJob(job, () => queueMailings({ database, clock }))),
		...mailingLists.map((list) =>
			list.handle({ database, mailer, clock, siteUrl: config.siteUrl, readTexts }),
		),
		handleJob(settleDiscountCodesJob, () => settleDiscountCodes({ database, payments, clock, log })),
		handleJob(testAnnouncementJob, async (wanted) =>
			emailTestAnnouncement({ database, mailer, siteUrl: config.siteUrl, texts: await readTexts() }, wanted),
		),
		handleJob(reconcilePurchasesJob, () => reconcilePurchases({ database, payments, shop, log })),
		handleJob(compareWithProviderJob, async ({ days }) => {
			await compareWithProvider({ database, payments, shop, clock, log, days })
		}),
		handleJob(issueLateReceiptsJob, () => issueLateReceipts({ database, seller: shop.seller, clock })),
		handleJob(purgeExpiredJob, async () => {
			await purgeCounters({ database, clock })
			await purgeExpired({ database, clock })
			await purgeFailedRuns({ database, clock })
			await purgeNotices({ database, clock })
			await purgeRequestLinks(database, clock.now())
			await purgeChanges({ database })
			await pruneAuditLog({ database, log })
		}),
		handleJob(backUpJob, async ({ runId }) =>
			log.info(await workOnRun({ database, clock, kind: 'backup', runId, work: options.backUp })),
		),
		handleJob(checkBackupsJob, async ({ runId }) =>
			log.info(await workOnRun({ database, clock, kind: 'check', runId, work: options.checkBackups })),
		),
		handleJob(auditJob, () => options.audit()),
		handleJob(raiseAlertsJob, async () => {
			if (config.alertsTo !== undefined) await raiseAlerts({ database, readings, config, clock })
		}),
		handleJob(sendAlertJob, ({ kind }) =>
			sendAlert({ database, mailer, siteUrl: config.siteUrl, to: config.alertsTo }, kind),
		),
		handleJob(sendSummaryJob, () =>
			sendSummary({ database, readings, config, mailer, to: config.alertsTo, now: clock.now() }),
		),
		handleJob(sumStepsJob, () => sumSteps({ database })),
		handleJob(refreshSumsJob, async () => {
			await storeMovements({ database })
			// Counts only today's steps; an hourly job counts those of the days before.
			await sumSteps({ database, daysBack: 0 })
		}),
		handleJob(handlePaymentEventJob, async ({ eventId }) => {
			const cardCountry = await readCardOfEvent({ database, payments }, eventId)
			await database.asServer((tx) => applyStoredEvent(tx, eventId, shop, cardCountry))
			await faultPoint('event/applied')
		}),
	]
}
