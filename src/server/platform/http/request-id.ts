import { randomFillSync } from 'node:crypto'

// Without letters and digits that are mistaken for each other when read out over the telephone.
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
// Chance is fetched for many at a time, as each fetching costs more than the rest of a reference.
const chance = Buffer.alloc(8 * 128)
let used = chance.length

/** A reference such as `7KQ2-M9XD`: short enough to quote, rare enough (30^8) to find one request in years of logs. */
export function makeRequestId(): string {
	let text = ''
	// 256 is no multiple of 30: some signs are a little likelier, which a reference does not mind.
	if (used === chance.length) {
		randomFillSync(chance)
		used = 0
	}
	for (const byte of chance.subarray(used, used + 8)) text += alphabet[byte % alphabet.length]
	used += 8
	return `${text.slice(0, 4)}-${text.slice(4)}`
}
