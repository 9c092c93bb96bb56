/** The house's only source of time. The server wires the real one once; tests wire one they can move. */
export interface Clock {
	now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** Whole seconds since 1970, the unit of token claims and signatures. */
export function unixSeconds(clock: Clock): number {
	return Math.floor(clock.now().getTime() / 1000)
}
