/**
 * Moments at which a server may die, named for the tests that kill it there. Each lies between two steps that cannot be one:
 * a promise kept outside the database, and the record of it.
 */
export type FaultPointName =
	| 'create-payment/before-row'
	| 'create-payment/after-row'
	| 'create-payment/session-opened'
	| 'create-payment/session-kept'
	| 'webhook/verified'
	| 'webhook/event-inserted'
	| 'webhook/event-kept'
	| 'fulfil/moved'
	| 'event/moved'
	| 'event/applied'
	| 'confirm-payment/fulfilled'
	| 'mail/accepted'
	| 'refund/given'

/** Told when a fault point is reached; resolves where life goes on. */
export type FaultPoint = (name: FaultPointName) => Promise<void>

/** What the shop runs with: nothing happens anywhere. */
export const noFaults: FaultPoint = async () => {}
