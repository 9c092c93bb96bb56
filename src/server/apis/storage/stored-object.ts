import type { LinkHolder } from '#server/apis/storage/link-token.ts'
import { bucket } from '#server/apis/storage/object-address.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** What is known of one stored file. */
export interface StoredObject {
	name: string
	size: number
	/** Hex. */
	sha256: string
	content_type: string
	updated_at: Date
}

/**
 * The file if whoever the link was made for may still have it: asked when a link is used, since a refund, a dispute, a ban
 * or a deleted account must close it at once. Asked by the server's own login, as the link carries no session.
 */
export async function objectForHolder(
	database: Database,
	key: string,
	holder: LinkHolder,
): Promise<StoredObject | undefined> {
	const mayHave =
		holder === 'owner'
			? sql`true`
			: sql`shop.may_download(${holder.person}::uuid, o.name) and exists (
				select from auth.users u
				where u.id = ${holder.person}::uuid and (u.banned_until is null or u.banned_until <= now())
			)`
	const [object] = await database.query<StoredObject & Record<string, unknown>>(sql`
		select o.name, o.size, o.sha256, o.content_type, o.updated_at from storage.objects o
		where o.bucket_id = ${bucket} and o.name = ${key} and ${mayHave}`)
	return object
}
