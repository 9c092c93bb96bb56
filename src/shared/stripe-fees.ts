/** What Stripe charges a British shop for a dispute, in pence, whoever wins it (https://stripe.com/gb/pricing). */
export const disputeFeePence = 2_000
