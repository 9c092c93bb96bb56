import type { ExternalIdentity } from '#server/apis/auth/oauth/external-identity.ts'
import { storeIdentity } from '#server/apis/auth/oauth/store-identity.ts'
import type { UserMetadata } from '#server/apis/auth/user/user-metadata.ts'
import type { UserRow } from '#server/apis/auth/user/users.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/**
 * Removes every way into an account that whoever had it so far may have prepared: sessions, the password, wallets and other
 * identities, passkeys, second factors, links, codes and pending changes. With `keepsFactors`, the second factors stay.
 */
export async function removeWaysIn(
	tx: Transaction,
	{ id }: Pick<UserRow, 'id'>,
	{ keepsFactors = false } = {},
): Promise<void> {
	for (const table of [
		sql`identities`,
		sql`sessions`,
		sql`flow_state`,
		sql`one_time_tokens`,
		sql`webauthn_challenges`,
	])
		await tx.execute(sql`delete from auth.${table} where user_id = ${id}`)
	await tx.execute(sql`
		delete from auth.webauthn_credentials where user_id = ${id} and (factor_id is null or not ${keepsFactors}::boolean)`)
	await tx.execute(sql`
		delete from auth.mfa_factors where user_id = ${id} and (status = 'unverified' or not ${keepsFactors}::boolean)`)
	await tx.execute(sql`
		update auth.users set
			encrypted_password = null, email_change = null, email_change_sent_at = null, phone_change = null, phone_change_sent_at = null
		where id = ${id}`)
}

/**
 * Gives an account to the user who confirmed an address or a number. Whoever had the account so far may be somebody else. So
 * every other way in goes, and the metadata too; purchases stay.
 */
export async function handOver(
	tx: Transaction,
	user: UserRow,
	identity: Pick<ExternalIdentity, 'provider' | 'data'> & { metadata: UserMetadata },
	{ now, keepsFactors = false }: { now: Date; keepsFactors?: boolean },
): Promise<UserRow> {
	await removeWaysIn(tx, user, { keepsFactors })
	const { provider, data, metadata } = identity
	if (provider === 'email')
		await tx.execute(sql`
			update auth.users set phone = null, phone_confirmed_at = null, phone_proved_at = null where id = ${user.id}`)
	const known = { ...user, raw_user_meta_data: metadata, identities: [] }
	return await storeIdentity(tx, known, { provider, providerId: user.id, data }, now)
}
