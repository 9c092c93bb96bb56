/** What the shop has confirmed to users, which no fault may undo (docs/threats.md, I3). */
export interface Promises {
	/** A user has taken a free guide. */
	free: { userId: string; catalogueId: string }[]
	/** A checkout has been opened. */
	opened: { userId: string; sessionId: string }[]
	/** The success page has confirmed the purchase. */
	completed: string[]
}

export function noPromises(): Promises {
	return { free: [], opened: [], completed: [] }
}
