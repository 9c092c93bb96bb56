/** Chance that can be had again: the same seed draws the same numbers. */
export interface Chance {
	/** A number from 0 up to 1. */
	next(): number
	/** A whole number from `from` to `to`, both included. */
	between(from: number, to: number): number
	pick<T>(choices: readonly T[]): T
	/** True so many times of a hundred. */
	happens(percent: number): boolean
}

/** Marsaglia's xorshift on 32 bits: enough for choosing moments, and the same on every machine. */
export function seededChance(seed: number): Chance {
	let state = seed >>> 0 || 1
	function next(): number {
		state ^= state << 13
		state ^= state >>> 17
		state ^= state << 5
		state >>>= 0
		return state / 2 ** 32
	}
	const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
	return {
		next,
		between,
		pick: (choices) => {
			const choice = choices[between(0, choices.length - 1)]
			if (choice === undefined) throw new Error('nothing to choose from')
			return choice
		},
		happens: (percent) => next() * 100 < percent,
	}
}
