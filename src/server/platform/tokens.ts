import { createHash, randomBytes } from 'node:crypto'

/**
 * How many emailed links of one request are valid at a time. Each attempt to send the email adds a link. Earlier links stay
 * valid, because the email with them may have arrived.
 */
export const mostLinks = 8

/** Makes the token of an email link: 32 random bytes. */
export function makeToken(): string {
	return randomBytes(32).toString('base64url')
}

/**
 * Hashes a token for storage and lookup. Tokens are long and random, so a single SHA-256 cannot be reversed, and the
 * lookup leaks nothing through its timing.
 */
export function hashToken(token: string): Buffer {
	return createHash('sha256').update(token).digest()
}
