import { createHash } from 'node:crypto'
import pg from 'pg'

/**
 * The most prepared statements on a connection. The shop's own are fewer; the limit keeps unusual queries from filling
 * PostgreSQL's memory.
 */
const most = 60
/**
 * Statements with more characters than this are not prepared, which limits memory too. The server has only a few statements of
 * its own, so they may be longer.
 */
const longest = { own: 3_000, users: 1_000 }

const keptBy = new WeakMap<pg.ClientBase, Map<string, string>>()

/**
 * Returns the name under which to prepare a statement; undefined if it should not be prepared. Running a prepared statement
 * again costs half as much. The name is a hash of the statement's text, so two statements never share a name, even if a
 * connection pooler mixes connections up. It has at most 63 bytes, because PostgreSQL would truncate a longer one. Each role
 * has its own statements: before 17.1 PostgreSQL could reuse a plan made for another role (CVE-2024-10976).
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

/**
 * Says whether a connection has as many prepared statements as allowed. Such a connection is replaced; otherwise rare
 * statements could take all the places and leave none for common ones.
 */
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
