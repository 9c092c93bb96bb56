import { ApiError } from '#sandbox/stripe/api/api-error.ts'
import { recordTransaction } from '#sandbox/stripe/balance/transactions.ts'
import { type DisputeKind, dueBy, newDispute } from '#sandbox/stripe/disputes/new-dispute.ts'
import { recordEvent } from '#sandbox/stripe/events/record.ts'
import { reviseWarnings } from '#sandbox/stripe/fraud-warnings/fraud-warnings.ts'
import type { StoredCharge, StoredDispute } from '#sandbox/stripe/objects/kinds.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'
import { unixSeconds } from '#shared/clock.ts'
import { disputeAnswerFeePence, disputeFeePence } from '#shared/stripe-fees.ts'

interface OpenDispute {
	kind: DisputeKind
	/** In pence. By default, all that is left after refunds and other disputes. */
	amount?: number | undefined
}

/**
 * Opens a dispute, as the buyer's bank does. The bank takes the money back at once, except for an inquiry or a blocked dispute. Throws
 * an `ApiError` if the amount is more than the shop still has of the payment.
 */
export function openDispute(
	world: StripeWorld,
	charge: StoredCharge,
	{ kind, amount }: OpenDispute,
): StoredDispute {
	return world.store.transaction(() => {
		const left = leftToDispute(world, charge)
		const disputed = amount ?? left
		if (disputed > left || left === 0)
			throw new ApiError({
				status: 400,
				message: 'No more than what is left of the payment can be disputed.',
			})
		const now = unixSeconds(world.clock)
		const dispute = world.objects.insert(
			'dispute',
			newDispute({ id: world.newId('du'), charge, kind, amount: disputed, now }),
			charge.id,
		)
		if (kind !== 'inquiry') world.objects.update('charge', { ...charge, disputed: true })
		recordEvent(world, 'charge.dispute.created', dispute)
		reviseWarnings(world, charge.id)
		return kind === 'inquiry' || kind === 'blocked' ? dispute : withdraw(world, dispute)
	})
}

/** Returns how much of a payment the shop still has, in pence. */
export function leftToDispute(world: StripeWorld, charge: StoredCharge): number {
	const taken = world.objects
		.children('dispute', charge.id)
		.flatMap(({ balance_transactions: lines }) => lines.map(({ amount }) => -amount))
		.reduce((sum, amount) => sum + amount, 0)
	return charge.amount - charge.amount_refunded - taken
}

/** Turns an inquiry into a dispute, as a bank does if the answer did not satisfy it. The dispute takes the money. */
export function escalate(world: StripeWorld, dispute: StoredDispute): StoredDispute {
	return world.store.transaction(() => {
		const charge = world.objects.find('charge', dispute.charge)
		if (charge !== undefined) world.objects.update('charge', { ...charge, disputed: true })
		const open = update(world, dispute, { status: 'needs_response', is_charge_refundable: false })
		return withdraw(world, open)
	})
}

const answered: Partial<Record<string, StoredDispute['status']>> = {
	warning_needs_response: 'warning_under_review',
	needs_response: 'under_review',
	appeal_needs_response: 'appeal_under_review',
}

/** Submits the shop's evidence to the bank. Stripe charges for that, except for an inquiry and an appeal. */
export function answer(world: StripeWorld, dispute: StoredDispute): StoredDispute {
	const status = answered[dispute.status]
	if (status === undefined)
		throw new ApiError({ status: 400, message: "This dispute isn't waiting for an answer." })
	return world.store.transaction(() => {
		if (status === 'under_review') bookAnswerFee(world, dispute, disputeAnswerFeePence)
		return update(world, dispute, {
			status,
			evidence_details: {
				...dispute.evidence_details,
				has_evidence: true,
				submission_count: dispute.evidence_details.submission_count + 1,
				submission_method: 'manual',
			},
		})
	})
}

/** Appeals a lost dispute. The money stays with the buyer until the appeal is decided. */
export function appeal(world: StripeWorld, dispute: StoredDispute): StoredDispute {
	return world.store.transaction(() =>
		update(world, dispute, {
			status: 'appeal_needs_response',
			evidence_details: { ...dispute.evidence_details, due_by: dueBy(unixSeconds(world.clock)) },
		}),
	)
}

/**
 * Records the bank's decision on a dispute or on an appeal. `won` returns the money and the fee for the answer to the shop, but
 * not the fee for the dispute itself. `lost` leaves the money with the buyer.
 */
export function closeDispute(
	world: StripeWorld,
	dispute: StoredDispute,
	status: 'won' | 'lost',
): StoredDispute {
	return world.store.transaction(() => {
		const closed = world.objects.update('dispute', {
			...dispute,
			is_charge_refundable: isInquiry(dispute) || status === 'won',
			status: isInquiry(dispute) ? 'warning_closed' : status,
		})
		recordEvent(world, 'charge.dispute.closed', closed)
		if (closed.status !== 'won') return closed
		const { amount } = dispute
		const reinstated = book(world, closed, { amount, fee: 0, category: 'dispute_reversal' })
		const fee = answerFee(world, dispute)
		if (fee > 0) bookAnswerFee(world, dispute, -fee)
		recordEvent(world, 'charge.dispute.funds_reinstated', reinstated)
		return reinstated
	})
}

function withdraw(world: StripeWorld, dispute: StoredDispute): StoredDispute {
	const withdrawn = book(world, dispute, {
		amount: -dispute.amount,
		fee: disputeFeePence,
		category: 'dispute',
	})
	recordEvent(world, 'charge.dispute.funds_withdrawn', withdrawn)
	return withdrawn
}

function update(world: StripeWorld, dispute: StoredDispute, change: Partial<StoredDispute>): StoredDispute {
	const updated = world.objects.update('dispute', { ...dispute, ...change })
	recordEvent(world, 'charge.dispute.updated', updated, { status: dispute.status })
	return updated
}

interface Booking {
	amount: number
	fee: number
	category: 'dispute' | 'dispute_reversal'
}

function book(world: StripeWorld, dispute: StoredDispute, booking: Booking): StoredDispute {
	const { charge, currency, balance_transactions: before } = dispute
	const line = recordTransaction(world, {
		type: 'adjustment',
		currency,
		source: dispute.id,
		description: `Chargeback for ${charge}`,
		...booking,
	})
	return world.objects.update('dispute', { ...dispute, balance_transactions: [...before, line] })
}

/** Charges the fee for an answer, or returns it if it is negative. It is not among the transactions that a dispute lists. */
function bookAnswerFee(world: StripeWorld, { id, charge, currency }: StoredDispute, fee: number): void {
	recordTransaction(world, {
		type: 'stripe_fee',
		amount: -fee,
		fee: 0,
		currency,
		source: id,
		category: 'fee',
		description: `Fee for answering the dispute of ${charge}`,
	})
}

/** Returns what has been charged for answering a dispute and not returned, in pence. */
function answerFee(world: StripeWorld, { id }: StoredDispute): number {
	return world.objects
		.list('balance_transaction', { limit: 100, where: { source: id, type: 'stripe_fee' } })
		.data.reduce((sum, { amount }) => sum - amount, 0)
}

export function isInquiry({ status }: StoredDispute): boolean {
	return status === 'warning_needs_response' || status === 'warning_under_review'
}

const open: ReadonlySet<string> = new Set([
	'warning_needs_response',
	'warning_under_review',
	'needs_response',
	'under_review',
	'appeal_needs_response',
	'appeal_under_review',
])

export function isOpen({ status }: StoredDispute): boolean {
	return open.has(status)
}

export function waitsForAnswer({ status }: StoredDispute): boolean {
	return answered[status] !== undefined
}
