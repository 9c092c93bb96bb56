/** Keeps track of whether something that is called regularly answers. */
export interface Outage {
	/** Records an answer. */
	answered(): void
	/** Records that there was none, and why. */
	failed(reason: string): void
	/** Returns since when it has not answered, and the latest reason; undefined while it answers. */
	current(): { since: Date; reason: string } | undefined
}

export function createOutage(now: () => Date): Outage {
	let current: { since: Date; reason: string } | undefined
	return {
		answered: () => {
			current = undefined
		},
		failed: (reason) => {
			current = { since: current?.since ?? now(), reason }
		},
		current: () => current,
	}
}
