/** What the shop has answered with a yes, which no fault may take back (docs/threats.md, I3). */
export interface Promises {
	/** A free guide was taken. */
	free: { userId: string; catalogueId: string }[]
	/** A checkout was opened. */
	opened: { userId: string; sessionId: string }[]
	/** The success page said that the guide is bought. */
	completed: string[]
}

export function noPromises(): Promises {
	return { free: [], opened: [], completed: [] }
}
