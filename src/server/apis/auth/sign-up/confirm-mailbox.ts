import { fullMetadata, type UserMetadata } from '#server/apis/auth/user/user-metadata.ts'
import { type UserRow, userColumns } from '#server/apis/auth/user/users.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** What the confirmed sign-up asked for. */
export interface SignUpChoice {
	/** Argon2id hash; null leaves the account without a password. */
	password: string | null
	metadata: UserMetadata
}

/**
 * Confirms the account's address. Applies the password and name of the confirmed sign-up, and voids every other request
 * for the address.
 */
export async function confirmMailbox(
	tx: Transaction,
	user: Pick<UserRow, 'id' | 'email'>,
	{ password, metadata }: SignUpChoice,
	now: Date,
): Promise<UserRow> {
	const full = JSON.stringify(fullMetadata(metadata, { ...user, verified: true }))
	await tx.execute(sql`
		update auth.identities set identity_data = ${full}::jsonb, last_sign_in_at = ${now}, updated_at = ${now}
		where user_id = ${user.id} and provider = 'email'`)
	await tx.execute(sql`delete from auth.one_time_tokens where user_id = ${user.id}`)
	const [confirmed] = await tx.query<UserRow>(sql`
		update auth.users u set
			email_confirmed_at = coalesce(u.email_confirmed_at, ${now}), encrypted_password = ${password},
			raw_user_meta_data = ${full}::jsonb, updated_at = ${now}
		where u.id = ${user.id}
		returning ${userColumns}`)
	if (confirmed === undefined) throw new Error('the user to confirm is gone')
	return confirmed
}
