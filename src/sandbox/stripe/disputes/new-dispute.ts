import type { StoredCharge, StoredDispute } from '#sandbox/stripe/objects/kinds.ts'

/**
 * The reason that the bank gives, or a special way in which a dispute begins. An `inquiry` takes no money. `blocked` and
 * `resolved` are prevented disputes (https://docs.stripe.com/changelog/basil/2025-08-27/add-preventions-to-dispute). `blocked`
 * means that the bank was told more about the sale, and no money moves. `resolved` means that the buyer was refunded.
 */
export const disputeKinds = ['fraudulent', 'product_not_received', 'inquiry', 'blocked', 'resolved'] as const
export type DisputeKind = (typeof disputeKinds)[number]

const beginnings = {
	fraudulent: { status: 'needs_response', caseType: 'chargeback' },
	product_not_received: { status: 'needs_response', caseType: 'chargeback' },
	inquiry: { status: 'warning_needs_response', caseType: 'inquiry' },
	blocked: { status: 'prevented', caseType: 'block' },
	resolved: { status: 'prevented', caseType: 'resolution' },
} as const

const daysToAnswer = 10

/** Returns by when the bank wants an answer. */
export function dueBy(now: number): number {
	return now + daysToAnswer * 24 * 3600
}

interface NewDispute {
	id: string
	charge: StoredCharge
	kind: DisputeKind
	amount: number
	now: number
}

/** Returns a dispute as the bank opens it. */
export function newDispute({ id, charge, kind, amount, now }: NewDispute): StoredDispute {
	const { status, caseType } = beginnings[kind]
	return {
		id,
		object: 'dispute',
		amount,
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
			due_by: dueBy(now),
			enhanced_eligibility: {},
			has_evidence: false,
			past_due: false,
			submission_count: 0,
			submission_method: 'not_submitted',
		},
		intended_submission_method: null,
		// The payment can be refunded unless the dispute has taken its money.
		is_charge_refundable: kind === 'inquiry' || kind === 'blocked',
		livemode: false,
		metadata: {},
		network_reason_code: '10.4',
		payment_intent: charge.payment_intent,
		...(charge.payment_method_details?.type === 'card'
			? {
					payment_method_details: {
						card: {
							brand: 'visa',
							case_type: caseType,
							network: 'visa',
							network_reason_code: '10.4',
						},
						type: 'card',
					},
				}
			: {}),
		reason: kind === 'fraudulent' || kind === 'product_not_received' ? kind : 'general',
		status,
	}
}
