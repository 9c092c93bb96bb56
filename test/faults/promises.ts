/** What the shop has confirmed to users, which no fault may undo (docs/threats.md, I3). */
export interface Promises {
	/** A user has taken a free guide. */
	free: { userId: string; catalogueId: string }[]
	/** A checkout has been opened. */
	opened: { userId: string; checkoutSessionId: string }[]
	/** The success page has confirmed the purchase. */
	completed: string[]
}

export function noPromises(): Promises {
	return { free: [], opened: [], completed: [] }
}

/** Forgets what was confirmed to a user, whose account is now deleted. The audit still compares the payments. */
export function forgetPromises(promises: Promises, userId: string): void {
	const isOther = (promise: { userId: string }) => promise.userId !== userId
	const opened = new Set(promises.opened.filter(isOther).map(({ checkoutSessionId }) => checkoutSessionId))
	promises.free = promises.free.filter(isOther)
	promises.completed = promises.completed.filter((checkoutSessionId) => opened.has(checkoutSessionId))
	promises.opened = promises.opened.filter(isOther)
}
