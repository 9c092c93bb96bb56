/**
 * What a payment, a refund or a dispute has added to or taken from the account's balance, and what the provider charged for it.
 */
export interface BalanceMovement {
	id: string
	kind: 'charge' | 'refund' | 'dispute'
	/** The id of the charge, refund or dispute. */
	sourceId: string
	paymentIntentId: string
	/** Before the fee: positive if it came into the account, negative if it went out. */
	amountPence: number
	feePence: number
	at: Date
	/** The country of the card's billing address in two letters. Null if it is not known, and for refunds and disputes. */
	country: string | null
	/** The country where the card was issued, in two letters. Null if it was no card, and for refunds and disputes. */
	cardCountry: string | null
}

/** A sum that the provider pays out to the bank. */
export interface Payout {
	id: string
	/**
	 * The provider's word for the status. A `failed` or `canceled` payout has not arrived: its money returns to the balance as one
	 * line, and that line is part of a later payout.
	 */
	status: string
	amountPence: number
	createdAt: Date
	/** When it arrives, or has arrived, at the bank. */
	arrivesAt: Date
	/**
	 * Whether the provider made the payout on its own. Only then does the provider know which movements the payout consists of.
	 */
	isAutomatic: boolean
	/** Whether the provider has finished working out which movements the payout consists of. Until then they can't be listed. */
	isReconciled: boolean
}

/** A part of a payout: a movement, or the money of an earlier payout that did not arrive. */
export interface PayoutLine {
	id: string
	returnedPayoutId: string | null
}
