import type { Config } from '#server/platform/config/config.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import type { FollowUps } from '#server/shop/fulfil.ts'
import { handleStoredEvent } from '#server/shop/handle-stored-event.ts'
import { issueReceipt, type Seller } from '#server/shop/issue-receipt.ts'
import type { PaymentProvider } from '#server/shop/payment-provider.ts'
import type { Clock } from '#shared/clock.ts'
import type { FaultPoint } from '#shared/fault-point.ts'

interface FollowUpOptions {
	config: Pick<Config, 'trader' | 'money'>
	payments: Pick<PaymentProvider, 'readEvent'>
	clock: Clock
	faultPoint: FaultPoint
}

// A bank debit may settle two weeks after its session was opened.
const restoredDays = 30

/** Returns who sells, as receipts name them; undefined on a local run. */
export function sellerOf({ trader, money }: FollowUpOptions['config']): Seller | undefined {
	return trader && { ...trader, vatNumber: money.vatNumber }
}

/** What follows from a fulfilment: receipts and jobs, kept in the transaction that makes them necessary. */
export function createFollowUps({ config, payments, clock, faultPoint }: FollowUpOptions): FollowUps {
	const seller = sellerOf(config)
	const followUps: FollowUps = {
		issueReceipt: async (tx, purchaseId, paidAt) => {
			await issueReceipt(tx, purchaseId, { seller, paidAt })
			await addJob(tx, 'send-receipt', { purchaseId })
			await faultPoint('fulfil/moved')
		},
		refundDuplicate: (tx, purchaseId) => addJob(tx, 'refund-duplicate', { purchaseId }),
		closeCheckout: (tx, purchaseId) => addJob(tx, 'close-checkout', { purchaseId }),
		compareWithProvider: (tx) =>
			addJob(tx, 'compare-with-provider', { days: restoredDays }, { key: 'compare-with-provider' }),
		settlePayment: (tx, paymentIntentId) =>
			addJob(tx, 'settle-payment', { paymentIntentId }, { key: `settle-payment/${paymentIntentId}` }),
		refundAgain: (tx, purchaseId) =>
			addJob(tx, 'refund-purchase', { purchaseId }, { onceUnder: `refund-purchase/${purchaseId}` }),
		announceRefund: (tx, refundId) => addJob(tx, 'send-refund-notice', { refundId }),
		handleEvent: (tx, eventId) => handleStoredEvent(tx, eventId, { payments, followUps, clock, faultPoint }),
	}
	return followUps
}
