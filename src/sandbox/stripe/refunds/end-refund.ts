import { recordTransaction } from '#sandbox/stripe/balance/transactions.ts'
import { recordEvent } from '#sandbox/stripe/events/record.ts'
import { reviseWarnings } from '#sandbox/stripe/fraud-warnings/fraud-warnings.ts'
import type { StoredRefund } from '#sandbox/stripe/objects/kinds.ts'
import { type RefundOutcome, removeOutcome } from '#sandbox/stripe/refunds/refund-outcomes.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'

/**
 * Applies the final outcome of a refund. If it fails, its money returns to the shop's account and the charge is restored
 * (https://docs.stripe.com/refunds#failed-refunds). Returns undefined if it had failed before, or if nothing is left to settle.
 */
export function endRefund(world: StripeWorld, id: string, outcome: RefundOutcome): StoredRefund | undefined {
	return world.store.transaction(() => {
		removeOutcome(world.store, id)
		const refund = world.objects.find('refund', id)
		if (refund === undefined || refund.status === 'failed') return undefined
		if (outcome === 'fails') return failed(world, refund)
		return refund.status === 'pending' ? succeeded(world, refund) : undefined
	})
}

function succeeded(world: StripeWorld, refund: StoredRefund): StoredRefund {
	const done = world.objects.update('refund', {
		...refund,
		destination_details: {
			card: {
				reference: world.newId('arn', 20),
				reference_status: 'available',
				reference_type: 'acquirer_reference_number',
				type: 'refund',
			},
			type: 'card',
		},
		status: 'succeeded',
	})
	recordRefundEvents(world, done, { status: refund.status })
	return done
}

function failed(world: StripeWorld, refund: StoredRefund): StoredRefund {
	const back = recordTransaction(world, {
		type: 'refund_failure',
		amount: refund.amount,
		fee: 0,
		currency: refund.currency,
		source: refund.id,
		category: 'refund_failure',
		description: `REFUND FAILURE FOR CHARGE ${refund.charge}`,
	})
	const done = world.objects.update('refund', {
		...refund,
		failure_balance_transaction: back.id,
		failure_reason: 'expired_or_canceled_card',
		status: 'failed',
	})
	const charge = world.objects.find('charge', refund.charge)
	if (charge !== undefined)
		world.objects.update('charge', {
			...charge,
			amount_refunded: charge.amount_refunded - refund.amount,
			refunded: false,
		})
	reviseWarnings(world, refund.charge)
	recordEvent(world, 'refund.failed', done)
	recordRefundEvents(world, done, { status: refund.status })
	return done
}

/** Sends two events about a change, as Stripe does: one under the new name and one under the old name. */
export function recordRefundEvents(
	world: StripeWorld,
	refund: StoredRefund,
	before: Partial<StoredRefund>,
): void {
	recordEvent(world, 'refund.updated', refund, before)
	recordEvent(world, 'charge.refund.updated', refund, before)
}
