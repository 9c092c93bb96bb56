import { createHash, randomBytes } from 'node:crypto'
import { type Sql, sql } from '#server/platform/db/sql.ts'

/**
 * How many emailed links of one request are valid at a time. Each attempt to send the email adds a link. Earlier links stay
 * valid, because the email with them may have arrived.
 */
const mostLinks = 8

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

/**
 * Puts the hash of a new link before the hashes of a request's earlier links, and drops those beyond the newest `mostLinks`.
 * Without a token, no link is added.
 */
export function withLink(hashes: Sql, token: string | undefined): Sql {
	const added = token === undefined ? [] : [hashToken(token)]
	return sql`(${added}::bytea[] || ${hashes})[1:${mostLinks}]`
}
