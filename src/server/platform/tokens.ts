import { createHash, randomBytes } from 'node:crypto'

/** How many emailed links of one request stay valid. Each retry of the email adds a link, because an earlier one may have arrived. */
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
