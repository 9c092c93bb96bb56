/** Reproducible random numbers: the same seed gives the same numbers. */
export interface Chance {
	/** A number from 0 up to 1. */
	next(): number
	/** Returns an integer between `from` and `to`, both included. */
	between(from: number, to: number): number
	pick<T>(choices: readonly T[]): T
	/** Returns true with this probability in per cent. */
	happens(percent: number): boolean
}

/** Marsaglia's 32-bit xorshift: good enough for choosing moments, and the same on every machine. */
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
