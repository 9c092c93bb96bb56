import { z } from 'zod'
import { formatAmount } from '#sandbox/pages/layout.ts'
import { ApiError, badParam, noSuch } from '#sandbox/stripe/api/api-error.ts'
import { integer, metadata, oneOf, text } from '#sandbox/stripe/api/params.ts'
import { recordTransaction } from '#sandbox/stripe/balance/transactions.ts'
import { recordEvent } from '#sandbox/stripe/events/record.ts'
import { reviseWarnings } from '#sandbox/stripe/fraud-warnings/fraud-warnings.ts'
import type { StoredCharge, StoredRefund } from '#sandbox/stripe/objects/kinds.ts'
import { recordRefundEvents } from '#sandbox/stripe/refunds/change-refund.ts'
import { newDestination, refundDestination } from '#sandbox/stripe/refunds/refund-destination.ts'
import { plannedFor, scheduleOutcome } from '#sandbox/stripe/refunds/refund-outcomes.ts'
import { readSwitches } from '#sandbox/stripe/switches/switches.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'
import { unixSeconds } from '#shared/clock.ts'

export const refundCreateParams = z.strictObject({
	amount: integer({ min: 1 }).optional(),
	charge: text().optional(),
	payment_intent: text().optional(),
	metadata: metadata.optional(),
	reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer').optional(),
})

export type RefundCreateParams = z.infer<typeof refundCreateParams>

/** Refunds what is left of a charge, or only `amount`. */
export function createRefund(world: StripeWorld, params: RefundCreateParams): StoredRefund {
	return world.store.transaction(() => {
		const charge = chargeToRefund(world, params)
		if (charge.refunded) {
			throw new ApiError({
				status: 400,
				code: 'charge_already_refunded',
				message: `Charge ${charge.id} has already been refunded.`,
			})
		}
		if (isWithheld(world, charge)) {
			throw new ApiError({
				status: 400,
				code: 'charge_disputed',
				message: `Charge ${charge.id} has been charged back; cannot issue a refund.`,
			})
		}
		const left = charge.amount - charge.amount_refunded
		const amount = params.amount ?? left
		if (amount > left) {
			throw badParam(
				'amount',
				`Refund amount (${formatAmount(amount, charge.currency)}) is greater than unrefunded amount on charge (${formatAmount(left, charge.currency)})`,
			)
		}
		return refund(world, charge, amount, params)
	})
}

/**
 * Reports whether a dispute keeps a charge from being refunded, because the bank has taken the money
 * (https://docs.stripe.com/api/disputes/object, `is_charge_refundable`).
 */
function isWithheld(world: StripeWorld, charge: StoredCharge): boolean {
	return world.objects
		.children('dispute', charge.id)
		.some(({ is_charge_refundable: isRefundable }) => !isRefundable)
}

function refund(
	world: StripeWorld,
	charge: StoredCharge,
	amount: number,
	params: RefundCreateParams,
): StoredRefund {
	const planned = plannedFor(world.store, charge.id)
	const id = world.newId('re')
	const line = recordTransaction(world, {
		type: 'refund',
		amount: -amount,
		fee: 0,
		currency: charge.currency,
		source: id,
		category: 'refund',
		description: `REFUND FOR CHARGE (${charge.description ?? charge.id})`,
	})
	const pending: StoredRefund = {
		id,
		object: 'refund',
		amount,
		balance_transaction: line.id,
		charge: charge.id,
		created: unixSeconds(world.clock),
		currency: charge.currency,
		customer: null,
		customer_account: null,
		destination_details: newDestination(charge),
		metadata: params.metadata ?? {},
		payment_intent: charge.payment_intent,
		payment_method: charge.payment_method,
		reason: params.reason ?? null,
		receipt_number: null,
		source_transfer_reversal: null,
		...(planned === 'succeeds' ? { pending_reason: 'processing' as const } : {}),
		status: planned === 'succeeds' ? 'pending' : 'succeeded',
		transfer_reversal: null,
	}
	const refunded = charge.amount_refunded + amount
	const after = world.objects.update('charge', {
		...charge,
		amount_refunded: refunded,
		refunded: refunded === charge.amount,
	})
	recordEvent(world, 'charge.refunded', after, {
		amount_refunded: charge.amount_refunded,
		refunded: charge.refunded,
	})
	reviseWarnings(world, charge.id)
	recordEvent(world, 'refund.created', world.objects.insert('refund', pending, charge.id))
	if (planned !== undefined) {
		const { refundAfterSeconds } = readSwitches(world.store)
		scheduleOutcome(world.store, id, planned, world.clock.now().getTime() + refundAfterSeconds * 1000)
		return pending
	}
	// At Stripe the reference of the card network or bank arrives a moment later, so it comes with an event of its own.
	const { destination_details: before } = pending
	const settled = world.objects.update('refund', {
		...pending,
		destination_details: refundDestination(pending, world.newId('arn', 20)),
	})
	recordRefundEvents(world, settled, before === undefined ? {} : { destination_details: before })
	return settled
}

function chargeToRefund(
	world: StripeWorld,
	{ charge: chargeId, payment_intent: intentId }: RefundCreateParams,
): StoredCharge {
	if (chargeId !== undefined) {
		const charge = world.objects.find('charge', chargeId)
		if (charge === undefined) throw noSuch('charge', chargeId, 'charge')
		if (charge.status !== 'succeeded') throw notPaid(charge.payment_intent)
		return charge
	}
	if (intentId === undefined)
		throw badParam(
			'payment_intent',
			'One of the following params should be provided for this request: payment_intent or charge.',
			'parameter_missing',
		)
	const intent = world.objects.find('payment_intent', intentId)
	if (intent === undefined) throw noSuch('payment_intent', intentId, 'payment_intent')
	const charge =
		intent.status === 'succeeded' && intent.latest_charge !== null
			? world.objects.find('charge', intent.latest_charge)
			: undefined
	if (charge === undefined) throw notPaid(intentId)
	return charge
}

function notPaid(intent: string): ApiError {
	return new ApiError({
		status: 400,
		code: 'payment_intent_unexpected_state',
		param: 'payment_intent',
		message: `This PaymentIntent (${intent}) does not have a successful charge to refund.`,
	})
}
