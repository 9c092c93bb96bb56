import { z } from 'zod'
import { defineJob, everyDay, often } from '#server/platform/jobs/define-job.ts'
import { askDoctor, askMail, askStripe, noNews } from '#server/shop/failed-job-words.ts'

const payment = z.object({ paymentIntentId: z.string() })
const purchase = z.object({ purchaseId: z.uuid() })

/** Acts on one stored event of the payment provider. */
export const handlePaymentEventJob = defineJob('handle-payment-event', {
	payload: z.object({ eventId: z.string() }),
	whenFailed: {
		what: 'A message from Stripe was not processed',
		means: 'A payment, refund or dispute may be missing here, and a buyer may be waiting for a guide.',
		todo: askStripe,
	},
})

/** Emails the receipt of a completed purchase. */
export const sendReceiptJob = defineJob('send-receipt', {
	payload: purchase,
	sendsMail: true,
	whenFailed: {
		what: 'A receipt was not emailed',
		means: 'The buyer has the guide, but not its receipt.',
		todo: askMail,
	},
})

/** Refunds a second payment for a guide already owned. */
export const refundUnwantedPaymentJob = defineJob('refund-duplicate', {
	payload: purchase,
	whenFailed: {
		what: 'A guide that was paid for twice was not refunded',
		means: 'The buyer is waiting for their money.',
		todo: askStripe,
	},
})

/** Asks the provider for the state of a payment and updates its purchase. */
export const syncPaymentJob = defineJob('settle-payment', {
	payload: payment,
	whenFailed: {
		what: 'A payment could not be checked with Stripe',
		means: 'The purchase may be out of date here.',
		todo: askStripe,
	},
})

/** The name that the previous release used for `settle-payment`. */
export const settleFailedRefundJob = defineJob('settle-failed-refund', {
	payload: payment,
	whenFailed: {
		what: 'A payment could not be checked with Stripe',
		means: 'The purchase may be out of date here.',
		todo: askStripe,
	},
})

/** Emails a buyer about a refund. */
export const sendRefundNoticeJob = defineJob('send-refund-notice', {
	payload: z.object({ refundId: z.string() }),
	sendsMail: true,
	whenFailed: { what: 'A buyer was not emailed about their refund', ...noNews },
})

/** Emails a buyer about a payment that takes days or is on hold. */
export const sendPaymentNoticeJob = defineJob('send-payment-notice', {
	payload: z.object({
		purchaseId: z.uuid(),
		notice: z.enum(['payment_pending', 'payment_failed', 'payment_held']),
	}),
	sendsMail: true,
	whenFailed: { what: 'A buyer was not emailed about a payment that takes days or is on hold', ...noNews },
})

/** Repeats a refund request whose outcome is unknown. */
export const refundPurchaseJob = defineJob('refund-purchase', {
	payload: purchase,
	whenFailed: {
		what: 'It isn’t known whether a refund was made',
		means: 'The buyer may be waiting for their money.',
		todo: askStripe,
	},
})

/** Repeats the request for a partial refund whose outcome is unknown. */
export const refundPartJob = defineJob('refund-part', {
	payload: z.object({ purchaseId: z.uuid(), amountPence: z.int().positive(), key: z.string() }),
	whenFailed: {
		what: 'It isn’t known whether a partial refund was made',
		means: 'The buyer may be waiting for their money.',
		todo: askStripe,
	},
})

/** Ends a payment that was under way when the buyer's account was deleted. */
export const closeCheckoutJob = defineJob('close-checkout', {
	payload: purchase,
	whenFailed: {
		what: 'A checkout of a deleted account was not closed',
		means: 'It could still be paid, and would then have to be refunded.',
		todo: askStripe,
	},
})

/** Asks the provider about purchases that are still pending. */
export const reconcilePurchasesJob = defineJob('reconcile-purchases', {
	schedule: often('*/5 * * * *'),
	whenFailed: {
		what: 'Unfinished checkouts were not compared with Stripe',
		means: 'A buyer may be waiting for a guide that they have paid for.',
		todo: askStripe,
	},
})

/** Looks for payments, refunds and disputes at the provider that we have missed. */
export const compareWithProviderJob = defineJob('compare-with-provider', {
	payload: z.object({ days: z.int().positive().optional() }),
	schedule: often('3 * * * *'),
	whenFailed: {
		what: 'The shop was not compared with Stripe',
		means: 'A payment, refund or dispute may be missing here.',
		todo: askStripe,
	},
})

/** Writes receipts for sales that were made before the shop wrote receipts. */
export const issueLateReceiptsJob = defineJob('issue-late-receipts', {
	schedule: everyDay('02:11'),
	whenFailed: {
		what: 'Receipts for sales made before the shop issued receipts were not written',
		means: 'Their buyers see no receipt on their account pages. New sales do get one.',
		todo: askDoctor,
	},
})

/** Emails an example of one of the shop's emails to the member of staff who asked for it. */
export const sendTestMessageJob = defineJob('send-test-message', {
	payload: z.object({
		name: z.string(),
		actId: z.uuid(),
		/** Which words it has. Jobs of the release before don't say. */
		words: z.enum(['published', 'draft']).default('published'),
	}),
	sendsMail: true,
	whenFailed: {
		what: 'A test email was not sent',
		means: 'Only a member of the admin is waiting for it.',
		todo: askMail,
	},
})

export const shopJobs = [
	handlePaymentEventJob,
	sendReceiptJob,
	refundUnwantedPaymentJob,
	syncPaymentJob,
	settleFailedRefundJob,
	sendRefundNoticeJob,
	sendPaymentNoticeJob,
	refundPurchaseJob,
	refundPartJob,
	closeCheckoutJob,
	reconcilePurchasesJob,
	compareWithProviderJob,
	issueLateReceiptsJob,
	sendTestMessageJob,
]
