// What Stripe charges a British shop for disputes, in pence (https://stripe.com/gb/pricing).

/** For receiving a dispute, whoever wins it. */
export const disputeFeePence = 2_000
/** For answering a dispute. Returned if the shop wins. */
export const disputeAnswerFeePence = 2_000
