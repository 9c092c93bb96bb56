/** The states of a purchase, from the checkout to the page after it. Its user owns the guide only in `completed`. */
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
