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
