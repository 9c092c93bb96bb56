import { createHash } from 'node:crypto'
import pg from 'pg'

/** More than the shop's own questions; what else is asked does not fill PostgreSQL's memory. */
const most = 60
const longest = 1_000

const keptBy = new WeakMap<pg.ClientBase, Map<string, string>>()

/**
 * The name under which a connection keeps a statement parsed and planned, which halves the cost of one that comes again;
 * undefined for one that is not worth it. It is made of the statement's text (at most 63 bytes, or PostgreSQL would cut it), so
 * that no name ever stands for two statements, even where something between us and PostgreSQL mixes connections up. A statement is kept for each role by itself: a PostgreSQL before 17.1 could answer
 * one role by the plan it had made for another (CVE-2024-10976).
 */
export function statementName(client: pg.ClientBase, role: string, text: string): string | undefined {
	if (text.length > longest) return undefined
	const kept = keptBy.get(client) ?? new Map<string, string>()
	keptBy.set(client, kept)
	const key = `${role} ${text}`
	const known = kept.get(key)
	if (known !== undefined || kept.size >= most) return known
	const name = `${role}_${createHash('sha256').update(text).digest('base64url')}`
	kept.set(key, name)
	return name
}

/** Whether a connection keeps as many as it may. The next one begins anew, so that rare questions cannot keep common ones out. */
export function isStatementCacheFull(client: pg.ClientBase): boolean {
	return (keptBy.get(client)?.size ?? 0) >= most
}

/**
 * Whether it is the keeping that failed: a kept statement is gone (26000) or there already (42P05), or its columns are of other
 * types since (0A000). The same statement asked without a name is answered.
 */
export function isStatementCacheError(error: unknown): boolean {
	return error instanceof pg.DatabaseError && ['26000', '42P05', '0A000'].includes(error.code ?? '')
}
