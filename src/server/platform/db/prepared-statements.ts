import { createHash } from 'node:crypto'
import pg from 'pg'

/** More than the shop's own statements; a limit, so that unusual queries do not fill PostgreSQL's memory. */
const most = 60
/** In characters, for the same reason. The server's own statements are few. */
const longest = { own: 3_000, users: 1_000 }

const keptBy = new WeakMap<pg.ClientBase, Map<string, string>>()

/**
 * Returns the name for a prepared statement, which halves the cost of running it again; undefined if it should not be prepared.
 * The name is a hash of the statement's text (at most 63 bytes, or PostgreSQL would truncate it). So no name ever means two
 * statements, even if a connection pooler mixes connections up. Each role has its own statements: before 17.1 PostgreSQL could
 * reuse a plan made for another role (CVE-2024-10976).
 */
export function statementName(client: pg.ClientBase, role: string, text: string): string | undefined {
	if (text.length > (role === 'server' ? longest.own : longest.users)) return undefined
	const kept = keptBy.get(client) ?? new Map<string, string>()
	keptBy.set(client, kept)
	const key = `${role} ${text}`
	const known = kept.get(key)
	if (known !== undefined || kept.size >= most) return known
	const name = nameOf(role, text)
	kept.set(key, name)
	return name
}

export function nameOf(role: string, text: string): string {
	return `${role}_${createHash('sha256').update(text).digest('base64url')}`
}

/** Says whether a connection has as many prepared statements as allowed. It is then replaced, so that rare statements cannot keep out common ones. */
export function isStatementCacheFull(client: pg.ClientBase): boolean {
	return (keptBy.get(client)?.size ?? 0) >= most
}

/**
 * Says whether a prepared statement caused the error: it is gone (26000), exists already (42P05), or its columns have changed type
 * (0A000). The same statement works if it is not prepared.
 */
export function isStatementCacheError(error: unknown): boolean {
	return error instanceof pg.DatabaseError && ['26000', '42P05', '0A000'].includes(error.code ?? '')
}
