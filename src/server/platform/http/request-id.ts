import { randomFillSync } from 'node:crypto'

// Without letters and digits that are easily confused when read out over the phone.
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
// Ids are assembled from pairs of characters. This costs little more than making the random numbers.
const pairs = Array.from(alphabet, (first) => Array.from(alphabet, (second) => first + second)).flat()
// Random numbers are fetched for many ids at a time, because each call is expensive.
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
