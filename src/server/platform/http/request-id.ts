import { randomFillSync } from 'node:crypto'

// Without letters and digits that are easily confused when read out over the telephone.
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
// Random bytes are fetched for many ids at a time, as each call costs more than everything else.
const chance = Buffer.alloc(8 * 128)
let used = chance.length

/** Makes an id such as `7KQ2-M9XD`: short enough to quote, long enough (30^8) to find one request in years of logs. */
export function makeRequestId(): string {
	let text = ''
	// 256 is not a multiple of 30, so some characters are slightly more likely, which does not matter here.
	if (used === chance.length) {
		randomFillSync(chance)
		used = 0
	}
	for (const byte of chance.subarray(used, used + 8)) text += alphabet[byte % alphabet.length]
	used += 8
	return `${text.slice(0, 4)}-${text.slice(4)}`
}
