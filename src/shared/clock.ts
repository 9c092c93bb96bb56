/** The only source of time. The server creates the real clock once; tests use one that they can set. */
export interface Clock {
	now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** Returns whole seconds since 1970, the unit of token claims and signatures. */
export function unixSeconds(clock: Clock): number {
	return Math.floor(clock.now().getTime() / 1000)
}

/** The length of a day in milliseconds. */
export const dayMs = 24 * 3600_000
