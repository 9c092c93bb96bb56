/** The events the shop acts on: a webhook endpoint must ask for each, or for all. */
export const neededEvents = [
	'checkout.session.completed',
	'checkout.session.async_payment_succeeded',
	'checkout.session.async_payment_failed',
	'checkout.session.expired',
	'charge.refunded',
	'refund.failed',
	'charge.dispute.created',
	'charge.dispute.closed',
] as const
