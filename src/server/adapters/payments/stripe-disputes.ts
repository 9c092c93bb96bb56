import type Stripe from 'stripe'
import { z } from 'zod'
import { dateOf, id, pence, reference, time } from '#server/adapters/payments/stripe-shapes.ts'
import type { Dispute } from '#server/shop/dispute.ts'
import type { DisputeStage, DisputeState } from '#shared/dispute.ts'

const disputeSchema = z
	.object({
		id,
		payment_intent: reference,
		created: time,
		amount: pence,
		status: z.string(),
		evidence_details: z.object({ due_by: time.nullish() }).nullish(),
		balance_transactions: z.array(z.object({ amount: z.int() })).default([]),
	})
	.transform((dispute): Dispute => {
		// How the dispute has changed the shop's balance so far. It is negative while the dispute has taken money.
		const movedPence = dispute.balance_transactions.reduce((sum, { amount }) => sum + amount, 0)
		return {
			id: dispute.id,
			paymentIntentId: dispute.payment_intent,
			createdAt: dateOf(dispute.created),
			amountPence: dispute.amount,
			state: disputeState(dispute.status, movedPence),
			stage: stageOf(dispute.status),
			answerBy: answerBy(dispute.status, dispute.evidence_details?.due_by),
		}
	})

/**
 * Returns the deadline for the shop's answer; null if no answer is expected. Stripe keeps the deadline even after the shop has
 * answered.
 */
function answerBy(status: string, dueBy: number | null | undefined): Date | null {
	return isAnswerExpected(status) && dueBy ? dateOf(dueBy) : null
}

function isAnswerExpected(status: string): boolean {
	return status.endsWith('needs_response')
}

function stageOf(status: string): DisputeStage {
	if (status.startsWith('warning_')) return 'inquiry'
	return status.startsWith('appeal_') ? 'appeal' : 'dispute'
}

/**
 * Translates a dispute's status into who has the money. A status that Stripe may add later counts as open, because the bank may
 * have the money.
 */
function disputeState(status: string, movedPence: number): DisputeState {
	switch (status) {
		case 'warning_needs_response':
		case 'warning_under_review':
		case 'warning_closed':
			return 'inquiry'
		// The dispute was stopped before it became a chargeback. Either the bank was told more about the sale and no money moved, or
		// the card network paid the buyer back at the shop's expense.
		case 'prevented':
			return movedPence < 0 ? 'lost' : 'prevented'
		case 'won':
			return 'won'
		case 'lost':
		case 'appeal_needs_response':
		case 'appeal_under_review':
			return 'lost'
		default:
			return 'open'
	}
}

export function readDispute(dispute: unknown): Dispute {
	return disputeSchema.parse(dispute)
}

const answerableSchema = z.object({
	status: z.string(),
	evidence_details: z.object({ submission_count: z.int() }),
})

/**
 * Returns whether a dispute can be answered at this stage, or why not. The status says so, not the number of answers: an inquiry
 * that was answered can become a dispute, and a dispute that was answered can be appealed.
 */
export function mayAnswer(dispute: unknown, stage: DisputeStage): 'yes' | 'answered before' | 'closed' {
	const { status, evidence_details } = answerableSchema.parse(dispute)
	if (isAnswerExpected(status)) return stageOf(status) === stage ? 'yes' : 'closed'
	return evidence_details.submission_count > 0 ? 'answered before' : 'closed'
}

/** Returns the evidence that says this. During an appeal Stripe takes nothing but the evidence of an appeal. */
export function evidenceOf(stage: DisputeStage, text: string): Stripe.DisputeUpdateParams.Evidence {
	return stage === 'appeal' ? { appeal: { card: { reason_for_filing: text } } } : { uncategorized_text: text }
}
