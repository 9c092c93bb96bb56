/** The states of a purchase. Only `completed` is ownership. */
export const purchaseStatuses = [
	'pending',
	'completed',
	'refunded',
	'disputed',
	'expired',
	'failed',
	'duplicate',
	'held',
] as const

export type PurchaseStatus = (typeof purchaseStatuses)[number]

/**
 * The states that each state may move to. Money decides: `expired` and `failed` can still complete, since the provider may
 * report a payment after we gave up on it; `refunded` and `duplicate` are final, unless the money comes back to the shop
 * because the refund fails or a lost dispute is won on appeal; `held` waits for the owner. `disputed` goes on hold if the
 * guide was bought again before the dispute was won.
 */
const moves: Readonly<Record<PurchaseStatus, readonly PurchaseStatus[]>> = {
	pending: ['completed', 'expired', 'failed', 'duplicate', 'held'],
	expired: ['completed', 'duplicate', 'held'],
	failed: ['completed', 'duplicate', 'held'],
	completed: ['refunded', 'disputed'],
	disputed: ['completed', 'refunded', 'held'],
	held: ['completed', 'refunded', 'duplicate'],
	duplicate: ['held'],
	refunded: ['completed', 'disputed', 'held'],
}

/** Reports whether the purchase still waits for a payment to settle it. */
export function isUnsettled(status: PurchaseStatus): boolean {
	return status === 'pending' || status === 'expired' || status === 'failed'
}

export function mayMove(from: PurchaseStatus, to: PurchaseStatus): boolean {
	return moves[from].includes(to)
}
