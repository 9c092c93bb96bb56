import type { Table } from '#server/apis/rest/tables.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { recordServiceAct } from '#server/platform/db/service-act.ts'
import type { Caller } from '#server/platform/db/transaction.ts'

interface Write {
	caller: Caller
	action: 'rows_inserted' | 'rows_updated'
	table: Table
	/** The query string. Its filters say which rows were meant. */
	search: string
	body: unknown
	rows: number
	/** The caller's network address. */
	address: string
}

/**
 * Records a write by the service role, which bypasses every policy. Other callers can write only their own rows, so their
 * writes are not recorded.
 */
export async function recordServiceWrite(
	tx: Transaction,
	{ caller, action, table, search, body, rows, address }: Write,
): Promise<void> {
	if (caller.role !== 'service' || rows === 0) return
	const [first] = Array.isArray(body) ? body : [body]
	const columns = typeof first === 'object' && first !== null ? Object.keys(first).slice(0, 50) : []
	const details = { table: table.name, query: search.slice(0, 500), columns, rows }
	await tx.execute(recordServiceAct({ action, details, address }))
}
