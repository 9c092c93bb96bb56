import { randomBytes } from 'node:crypto'

// Without letters and digits that are mistaken for each other when read out over the telephone.
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A reference such as `7KQ2-M9XD`: short enough to quote, rare enough (30^8) to find one request in years of logs. */
export function makeRequestId(): string {
	let text = ''
	// 256 is no multiple of 30: some signs are a little likelier, which a reference does not mind.
	for (const byte of randomBytes(8)) text += alphabet[byte % alphabet.length]
	return `${text.slice(0, 4)}-${text.slice(4)}`
}
