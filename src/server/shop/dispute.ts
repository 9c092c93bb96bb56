import type { DisputeStage, DisputeState } from '#shared/dispute.ts'

export interface Dispute {
	id: string
	paymentIntentId: string | null
	createdAt: Date
	amountPence: number
	state: DisputeState
	/** What is under way, or was the last to be. */
	stage: DisputeStage
	/** Until when the shop may answer; null if no answer is expected. */
	answerBy: Date | null
}

/** What a card network reports before any dispute: that a payment is probably fraud. */
export interface FraudWarning {
	id: string
	paymentIntentId: string
	warnedAt: Date
	/** Whether a refund can still avoid a dispute. */
	isActionable: boolean
	/** The provider's word for the kind of fraud. */
	fraudType: string
}
