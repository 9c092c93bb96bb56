import type { Config } from '#server/config.ts'
import { addJob } from '#server/jobs/queue.ts'
import type { FollowUps } from '#server/shop/fulfil.ts'
import { handleStoredEvent } from '#server/shop/handle-stored-event.ts'
import { issueReceipt } from '#server/shop/issue-receipt.ts'
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

/** What follows from a fulfilment: receipts and jobs, kept in the transaction that makes them necessary. */
export function createFollowUps({ config, payments, clock, faultPoint }: FollowUpOptions): FollowUps {
	const seller = config.trader && { ...config.trader, vatNumber: config.money.vatNumber }
	const followUps: FollowUps = {
		issueReceipt: async (tx, purchaseId, paidAt) => {
			await issueReceipt(tx, purchaseId, { seller, paidAt })
			await addJob(tx, 'send-receipt', { purchaseId })
			await faultPoint('fulfil/moved')
		},
		refundDuplicate: (tx, purchaseId) => addJob(tx, 'refund-duplicate', { purchaseId }),
		closeCheckout: (tx, purchaseId) => addJob(tx, 'close-checkout', { purchaseId }),
		settleFailedRefund: (tx, paymentIntentId) => addJob(tx, 'settle-failed-refund', { paymentIntentId }),
		compareWithProvider: (tx) =>
			addJob(tx, 'compare-with-provider', { days: restoredDays }, { key: 'compare-with-provider' }),
		handleEvent: (tx, eventId) => handleStoredEvent(tx, eventId, { payments, followUps, clock, faultPoint }),
	}
	return followUps
}
