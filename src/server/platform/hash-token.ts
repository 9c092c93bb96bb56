import { createHash } from 'node:crypto'

/**
 * Hashes a token for storage and lookup. Tokens are long and random, so a single SHA-256 cannot be reversed, and the
 * lookup leaks nothing through its timing.
 */
export function hashToken(token: string): Buffer {
	return createHash('sha256').update(token).digest()
}
