/** For how many days after the payment a guide that was never opened is refunded. */
export const refundDays = 14

/** How much a buyer may write to the shop, in characters. */
export const longestRequest = 2_000
