import pg from 'pg'
import { vi } from 'vitest'

/** Returns the SQL that the server sends to PostgreSQL while `work` runs, in order and without its values. */
export async function sentStatements(work: () => Promise<unknown>): Promise<string[]> {
	const query = vi.spyOn(pg.Client.prototype, 'query')
	try {
		await work()
		return query.mock.calls.map(([statement]: unknown[]) => textOf(statement))
	} finally {
		query.mockRestore()
	}
}

function textOf(statement: unknown): string {
	if (typeof statement === 'string') return statement
	const hasText = typeof statement === 'object' && statement !== null && 'text' in statement
	return hasText ? String(statement.text) : 'a cursor or a copy'
}
