import { type Sql, sql } from '#server/platform/db/sql.ts'

interface ServiceAct {
	action:
		| 'rows_inserted'
		| 'rows_updated'
		| 'storage_object_uploaded'
		| 'storage_objects_removed'
		| 'storage_links_signed'
		| 'storage_object_downloaded'
		| 'storage_upload_signed'
		| 'storage_object_moved'
		| 'storage_object_copied'
		| 'user_created'
		| 'user_changed'
		| 'user_deleted'
		| 'user_invited'
		| 'link_generated'
		| 'factor_changed'
		| 'factor_removed'
		| 'passkey_removed'
		| 'sso_provider_created'
		| 'sso_provider_changed'
		| 'sso_provider_deleted'
	/** Names, ids and counts, never secrets. */
	details: Record<string, unknown>
	/** The network address that the request came from. */
	address: string
	/** The owner who acted; null for the service role. */
	ownerId?: string | null
}

/** Returns the statement that records an act of the service role or of an owner. It runs in the transaction of the act itself. */
export function recordServiceAct({ action, details, address, ownerId = null }: ServiceAct): Sql {
	const actor = ownerId === null ? 'service_role' : 'owner'
	return sql`insert into auth.audit_log_entries (actor, acted_by, action, details, ip_address)
		values (${actor}, ${ownerId}, ${action}, ${JSON.stringify(details)}::jsonb, ${address || null})`
}
