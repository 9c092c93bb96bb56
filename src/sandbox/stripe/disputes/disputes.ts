import { disputeFee, moveMoney } from '#sandbox/stripe/balance/transactions.ts'
import { recordEvent } from '#sandbox/stripe/events/record.ts'
import type { StoredCharge, StoredDispute } from '#sandbox/stripe/objects/kinds.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'
import { unixSeconds } from '#shared/clock.ts'

const daysToAnswer = 10

/** The reason a bank gives, or a mere inquiry, which takes no money. */
export type DisputeKind = 'fraudulent' | 'product_not_received' | 'inquiry'

/** The buyer's bank takes the money back and asks why it should not. */
export function openDispute(world: StripeWorld, charge: StoredCharge, kind: DisputeKind): StoredDispute {
	return world.store.transaction(() => {
		const now = unixSeconds(world.clock)
		const dispute = world.objects.insert(
			'dispute',
			newDispute(world.newId('du'), charge, kind, now),
			charge.id,
		)
		if (kind !== 'inquiry') world.objects.update('charge', { ...charge, disputed: true })
		recordEvent(world, 'charge.dispute.created', dispute)
		if (kind === 'inquiry') return dispute
		const withdrawn = book(world, dispute, { amount: -dispute.amount, fee: disputeFee, category: 'dispute' })
		recordEvent(world, 'charge.dispute.funds_withdrawn', withdrawn)
		return withdrawn
	})
}

/** The bank decides: `won` gives the money back to the shop, `lost` leaves it with the buyer. */
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
		const reinstated = book(world, closed, { amount, fee: -disputeFee, category: 'dispute_reversal' })
		recordEvent(world, 'charge.dispute.funds_reinstated', reinstated)
		return reinstated
	})
}

interface Booking {
	amount: number
	fee: number
	category: 'dispute' | 'dispute_reversal'
}

function book(world: StripeWorld, dispute: StoredDispute, booking: Booking): StoredDispute {
	const { charge, currency, balance_transactions: before } = dispute
	const line = moveMoney(world, {
		type: 'adjustment',
		currency,
		source: dispute.id,
		description: `Chargeback for ${charge}`,
		...booking,
	})
	return world.objects.update('dispute', { ...dispute, balance_transactions: [...before, line] })
}

function isInquiry(dispute: StoredDispute): boolean {
	return dispute.status.startsWith('warning')
}

export function isOpen(dispute: StoredDispute): boolean {
	return dispute.status === 'needs_response' || dispute.status === 'warning_needs_response'
}

function newDispute(id: string, charge: StoredCharge, kind: DisputeKind, now: number): StoredDispute {
	const isAsked = kind === 'inquiry'
	return {
		id,
		object: 'dispute',
		amount: charge.amount - charge.amount_refunded,
		balance_transactions: [],
		charge: charge.id,
		created: now,
		currency: charge.currency,
		enhanced_eligibility_types: [],
		evidence: {
			access_activity_log: null,
			billing_address: null,
			cancellation_policy: null,
			cancellation_policy_disclosure: null,
			cancellation_rebuttal: null,
			customer_communication: null,
			customer_email_address: charge.billing_details.email,
			customer_name: charge.billing_details.name,
			customer_purchase_ip: null,
			customer_signature: null,
			duplicate_charge_documentation: null,
			duplicate_charge_explanation: null,
			duplicate_charge_id: null,
			enhanced_evidence: {},
			product_description: charge.description,
			receipt: null,
			refund_policy: null,
			refund_policy_disclosure: null,
			refund_refusal_explanation: null,
			service_date: null,
			service_documentation: null,
			shipping_address: null,
			shipping_carrier: null,
			shipping_date: null,
			shipping_documentation: null,
			shipping_tracking_number: null,
			uncategorized_file: null,
			uncategorized_text: null,
		},
		evidence_details: {
			due_by: now + daysToAnswer * 24 * 3600,
			enhanced_eligibility: {},
			has_evidence: false,
			past_due: false,
			submission_count: 0,
			submission_method: 'not_submitted',
		},
		intended_submission_method: null,
		is_charge_refundable: isAsked,
		livemode: false,
		metadata: {},
		network_reason_code: '10.4',
		payment_intent: charge.payment_intent,
		...(charge.payment_method_details?.type === 'card'
			? {
					payment_method_details: {
						card: {
							brand: 'visa',
							case_type: isAsked ? 'inquiry' : 'chargeback',
							network: 'visa',
							network_reason_code: '10.4',
						},
						type: 'card',
					},
				}
			: {}),
		reason: isAsked ? 'general' : kind,
		status: isAsked ? 'warning_needs_response' : 'needs_response',
	}
}
