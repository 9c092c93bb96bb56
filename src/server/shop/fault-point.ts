/**
 * The points at which fault tests kill the server: before, within and after the transactions of a payment, and between an effect
 * outside the database and the record of it.
 */
export type FaultPointName =
	| 'create-payment/before-row'
	| 'create-payment/after-row'
	| 'create-payment/checkout-session-opened'
	| 'create-payment/checkout-session-stored'
	| 'webhook/verified'
	| 'webhook/event-inserted'
	| 'webhook/event-stored'
	| 'fulfil/moved'
	| 'event/moved'
	| 'event/applied'
	| 'confirm-payment/fulfilled'
	| 'mail/accepted'
	| 'refund/given'

/** Called when a fault point is reached. The server continues once it resolves. */
export type FaultPoint = (name: FaultPointName) => Promise<void>

/** The default: nothing happens. */
export const noFaults: FaultPoint = async () => {}
