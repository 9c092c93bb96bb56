import { randomUUID } from 'node:crypto'
import { fullMetadata, type UserMetadata } from '#server/apis/auth/user/user-metadata.ts'
import { type UserRow, userColumns, userRowSchema } from '#server/apis/auth/user/users.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'

/** The `app_metadata` of an account that signs in by email. */
export const appMetadata = { provider: 'email', providers: ['email'] }

/**
 * Finds or creates the account of an address and locks the account until the transaction ends. A new account gets the sign-up's
 * metadata when the address is confirmed.
 */
export async function findOrCreate(tx: Transaction, email: string, now: Date): Promise<UserRow> {
	const id = randomUUID()
	const metadata = JSON.stringify(fullMetadata({}, { id, email, verified: false }))
	await tx.execute(sql`
		with created as (
			insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
			values (${id}, ${email}, ${JSON.stringify(appMetadata)}::jsonb, ${metadata}::jsonb, ${now}, ${now})
			on conflict (email) do nothing
			returning id
		)
		insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
		select id, 'email', id::text, ${metadata}::jsonb, ${now}, ${now}, ${now} from created`)
	return await one(
		tx,
		sql`select ${userColumns} from auth.users u where u.email = ${email} for no key update`,
		userRowSchema,
	)
}

/** What the confirmed sign-up chose. */
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
	return await one(
		tx,
		sql`
		update auth.users u set
			email_confirmed_at = coalesce(u.email_confirmed_at, ${now}), encrypted_password = ${password},
			raw_user_meta_data = ${full}::jsonb, updated_at = ${now}
		where u.id = ${user.id}
		returning ${userColumns}`,
		userRowSchema,
	)
}
