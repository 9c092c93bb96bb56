/**
 * Where the money of a disputed payment is. For `inquiry` and `prevented` the shop has the money. For `open` the bank holds it
 * until the bank has decided. For `lost` the buyer has it, even while the shop appeals.
 */
export const disputeStates = ['inquiry', 'prevented', 'open', 'lost', 'won'] as const
export type DisputeState = (typeof disputeStates)[number]

/**
 * What a bank can ask an answer to: an inquiry, the dispute that it may become, and an appeal against the decision about that. Each
 * has a deadline and an answer of its own.
 */
export const disputeStages = ['inquiry', 'dispute', 'appeal'] as const
export type DisputeStage = (typeof disputeStages)[number]

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
