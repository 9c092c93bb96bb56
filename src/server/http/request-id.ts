import { randomInt } from 'node:crypto'

// Without letters and digits that are mistaken for each other when read out over the telephone.
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A reference such as `7KQ2-M9XD`: short enough to quote, rare enough (30^8) to find one request in years of logs. */
export function makeRequestId(): string {
	const text = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
	return `${text.slice(0, 4)}-${text.slice(4)}`
}
