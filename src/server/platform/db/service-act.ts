import { type Sql, sql } from '#server/platform/db/sql.ts'

interface ServiceAct {
	action:
		| 'rows_inserted'
		| 'rows_updated'
		| 'storage_object_uploaded'
		| 'storage_objects_removed'
		| 'storage_links_signed'
	/** Names, ids and counts, never secrets. */
	details: Record<string, unknown>
	/** The network address it was asked from. */
	address: string
}

/** Returns the statement that records an act of the service role. It runs in the transaction of the act itself. */
export function recordServiceAct({ action, details, address }: ServiceAct): Sql {
	return sql`insert into auth.audit_log_entries (actor, action, details, ip_address)
		values ('service_role', ${action}, ${JSON.stringify(details)}::jsonb, ${address || null})`
}
