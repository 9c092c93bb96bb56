import { createHash } from 'node:crypto'

/**
 * The form in which tokens are kept and looked up. They are random and long, so one round of SHA-256 cannot be reversed,
 * and a look-up by it tells nothing through its timing.
 */
export function hashToken(token: string): Buffer {
	return createHash('sha256').update(token).digest()
}
