import type { LinkHolder } from '#server/apis/storage/link-token.ts'
import { bucket } from '#server/apis/storage/object-address.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** The row of one stored file. */
export interface StoredObject {
	name: string
	size: number
	/** Hex. */
	sha256: string
	content_type: string
	updated_at: Date
}

/**
 * Returns the file if the holder of the link may still have it. This is checked on use: after a refund, a dispute, a ban or the
 * deletion of the account, the link must stop working immediately. The jobs role reads it, as a link has no session.
 */
export async function objectForHolder(
	database: Database,
	key: string,
	holder: LinkHolder,
): Promise<StoredObject | undefined> {
	const mayHave =
		holder === 'owner'
			? sql`true`
			: sql`shop.may_download(${holder.user}::uuid, o.name) and exists (
				select from auth.users u
				where u.id = ${holder.user}::uuid and (u.banned_until is null or u.banned_until <= now())
			)`
	const [object] = await database.query<StoredObject & Record<string, unknown>>(sql`
		select o.name, o.size, o.sha256, o.content_type, o.updated_at from storage.objects o
		where o.bucket_id = ${bucket} and o.name = ${key} and ${mayHave}`)
	return object
}
