/** Keeps track of whether a service answers the calls that are made to it regularly. */
export interface Outage {
	/** Records an answer. */
	answered(): void
	/** Records that there was no answer, and why. */
	failed(reason: string): void
	/** Returns when the outage began and the latest reason; undefined while the service answers. */
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
