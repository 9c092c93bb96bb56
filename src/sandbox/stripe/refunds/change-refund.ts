import { recordTransaction } from '#sandbox/stripe/balance/transactions.ts'
import { recordEvent } from '#sandbox/stripe/events/record.ts'
import { reviseWarnings } from '#sandbox/stripe/fraud-warnings/fraud-warnings.ts'
import type { StoredRefund } from '#sandbox/stripe/objects/kinds.ts'
import { refundDestination } from '#sandbox/stripe/refunds/refund-destination.ts'
import { removeOutcome } from '#sandbox/stripe/refunds/refund-outcomes.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'
import { unixSeconds } from '#shared/clock.ts'

/**
 * What can happen to a refund after it was made, each with the statuses in which it can. Stripe needs the buyer's bank details if
 * the money cannot go back the way it came. A refund that waits for them can be cancelled.
 */
const changes = {
	succeeds: ['pending', 'requires_action'],
	fails: ['pending', 'requires_action', 'succeeded'],
	'requires action': ['pending'],
	'is cancelled': ['requires_action'],
} as const satisfies Record<string, readonly string[]>
export type RefundChange = keyof typeof changes

/** Reports whether a change can happen to a refund. */
export function canChange({ status }: StoredRefund, change: RefundChange): boolean {
	return changes[change].some((possible) => possible === status)
}

/** Changes a refund. Returns undefined if that change isn't possible in its status. */
export function changeRefund(world: StripeWorld, id: string, change: RefundChange): StoredRefund | undefined {
	return world.store.transaction(() => {
		const refund = world.objects.find('refund', id)
		if (refund !== undefined && !canChange(refund, change)) return undefined
		removeOutcome(world.store, id)
		if (refund === undefined) return undefined
		if (change === 'succeeds') return succeeded(world, refund)
		return change === 'requires action' ? waiting(world, refund) : returned(world, refund, change)
	})
}

function succeeded(world: StripeWorld, refund: StoredRefund): StoredRefund {
	const { next_action: _, ...rest } = refund
	const done = world.objects.update('refund', {
		...rest,
		destination_details: refundDestination(refund, world.newId('arn', 20)),
		status: 'succeeded',
	})
	recordRefundEvents(world, done, { status: refund.status })
	return done
}

const daysToAct = 45

/** Makes a refund wait for bank details, for which Stripe emails the buyer. */
function waiting(world: StripeWorld, refund: StoredRefund): StoredRefund {
	const now = unixSeconds(world.clock)
	const charge = world.objects.find('charge', refund.charge)
	const { pending_reason: _, ...rest } = refund
	const asking = world.objects.update('refund', {
		...rest,
		next_action: {
			type: 'display_details',
			display_details: {
				email_sent: { email_sent_at: now, email_sent_to: charge?.billing_details.email ?? '' },
				expires_at: now + daysToAct * 24 * 3600,
			},
		},
		status: 'requires_action',
	})
	recordRefundEvents(world, asking, { status: refund.status })
	return asking
}

/**
 * Ends a refund whose money does not reach the buyer. It returns to the shop's account, and the charge is restored
 * (https://docs.stripe.com/refunds#failed-refunds).
 */
function returned(world: StripeWorld, refund: StoredRefund, change: 'fails' | 'is cancelled'): StoredRefund {
	const back = recordTransaction(world, {
		type: 'refund_failure',
		amount: refund.amount,
		fee: 0,
		currency: refund.currency,
		source: refund.id,
		category: 'refund_failure',
		description: `REFUND FAILURE FOR CHARGE ${refund.charge}`,
	})
	const { next_action: _, ...rest } = refund
	const done = world.objects.update('refund', {
		...rest,
		failure_balance_transaction: back.id,
		...(change === 'fails'
			? { failure_reason: 'expired_or_canceled_card', status: 'failed' }
			: { status: 'canceled' }),
	})
	const charge = world.objects.find('charge', refund.charge)
	if (charge !== undefined)
		world.objects.update('charge', {
			...charge,
			amount_refunded: charge.amount_refunded - refund.amount,
			refunded: false,
		})
	reviseWarnings(world, refund.charge)
	if (change === 'fails') recordEvent(world, 'refund.failed', done)
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
