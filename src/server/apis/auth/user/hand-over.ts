import type { ExternalIdentity } from '#server/apis/auth/oauth/external-identity.ts'
import { storeIdentity } from '#server/apis/auth/oauth/store-identity.ts'
import type { UserMetadata } from '#server/apis/auth/user/user-metadata.ts'
import type { UserRow } from '#server/apis/auth/user/users.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/**
 * Gives an anonymous account to the user who confirmed an address or a number. The creator of the account may be somebody else,
 * so all that would let the creator in again is removed: sessions, links, codes and pending changes. The creator's metadata goes
 * too; purchases stay.
 */
export async function handOver(
	tx: Transaction,
	user: UserRow,
	identity: Pick<ExternalIdentity, 'provider' | 'data'> & { metadata: UserMetadata },
	now: Date,
): Promise<UserRow> {
	await tx.execute(sql`delete from auth.sessions where user_id = ${user.id}`)
	await tx.execute(sql`delete from auth.one_time_tokens where user_id = ${user.id}`)
	await tx.execute(sql`delete from auth.flow_state where user_id = ${user.id}`)
	await tx.execute(sql`
		update auth.users set email_change = null, email_change_sent_at = null, phone_change = null, phone_change_sent_at = null
		where id = ${user.id}`)
	const { provider, data, metadata } = identity
	const known = { ...user, raw_user_meta_data: metadata }
	return await storeIdentity(tx, known, { provider, providerId: user.id, data }, now)
}
