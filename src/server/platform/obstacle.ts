/** A problem that keeps the shop from using something, and what its owner can do about it. */
export interface Obstacle {
	says: string
	todo: string
}

/** Returns the problem and the advice in one line, for a terminal or a log. */
export function sentenceOf({ says, todo }: Obstacle): string {
	return `${says}. ${todo}`
}
