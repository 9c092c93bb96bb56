import { randomFillSync } from 'node:crypto'

// Without letters and digits that are easily confused when read out over the telephone.
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
// Two characters at a time: putting an id together then costs little more than the random numbers.
const pairs = Array.from(alphabet, (first) => Array.from(alphabet, (second) => first + second)).flat()
// Random numbers are fetched for many ids at a time, as each call costs more than everything else.
const chance = new Uint16Array(4 * 256)
let used = chance.length

/** Makes an id such as `7KQ2-M9XD`: short enough to quote, long enough (30^8) to find one request in years of logs. */
export function makeRequestId(): string {
	if (used === chance.length) {
		randomFillSync(chance)
		used = 0
	}
	return `${nextPair()}${nextPair()}-${nextPair()}${nextPair()}`
}

function nextPair(): string {
	// 65,536 is not a multiple of 900, so some pairs are slightly more likely, which does not matter here.
	const pair = pairs[(chance[used] ?? 0) % pairs.length] ?? ''
	used += 1
	return pair
}
