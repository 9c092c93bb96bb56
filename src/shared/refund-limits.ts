/** For how many days after the payment a guide that was never opened is refunded. */
export const refundDays = 14

/** How many days after a refund that the shop made by itself it makes another for the same buyer. */
export const daysBetweenRefunds = 30

/** How much a buyer may write to the shop, in characters. */
export const longestRequest = 2_000
