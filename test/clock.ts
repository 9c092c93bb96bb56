import type { Clock } from '#shared/clock.ts'

/** A clock that a test can move. It shows the real time plus whatever it was advanced by. */
export interface MovableClock extends Clock {
	advance(seconds: number): void
}

/** A clock that moves only when a test advances it, however long the test takes. */
export function stillClock(): MovableClock {
	let at = Date.now()
	return {
		now: () => new Date(at),
		advance: (seconds) => {
			at += Math.round(seconds * 1000)
		},
	}
}

export function movableClock(): MovableClock {
	let aheadMs = 0
	return {
		now: () => new Date(Date.now() + aheadMs),
		advance: (seconds) => {
			// Fractions of a millisecond would add up, and a clock set to midnight could show the millisecond before it.
			aheadMs += Math.round(seconds * 1000)
		},
	}
}
