import { randomUUID } from 'node:crypto'
import type { SignUpChoice } from '#server/apis/auth/sign-up/email-account.ts'
import { fullMetadata } from '#server/apis/auth/user/user-metadata.ts'
import { lockUserWhere, readUser, type UserRow } from '#server/apis/auth/user/users.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** The `app_metadata` of an account that signs in by phone. */
export const phoneAppMetadata = { provider: 'phone', providers: ['phone'] }

/** Returns the account of a number, locked until the transaction ends. */
export async function findByPhone(tx: Transaction, phone: string): Promise<UserRow | undefined> {
	return await lockUserWhere(tx, sql`u.phone = ${phone}`)
}

/**
 * Finds or creates the account of a number and locks the account. A new account gets the sign-up's metadata when
 * the number is confirmed.
 */
export async function findOrCreateByPhone(tx: Transaction, phone: string, now: Date): Promise<UserRow> {
	const id = randomUUID()
	const metadata = JSON.stringify(fullMetadata({}, { id, email: '', verified: false }))
	const identity = JSON.stringify({ sub: id, phone, email_verified: false, phone_verified: false })
	await tx.execute(sql`
		with created as (
			insert into auth.users (id, phone, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
			values (${id}, ${phone}, ${JSON.stringify(phoneAppMetadata)}::jsonb, ${metadata}::jsonb, ${now}, ${now})
			on conflict (phone) do nothing
			returning id
		)
		insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
		select id, 'phone', id::text, ${identity}::jsonb, ${now}, ${now}, ${now} from created`)
	const user = await findByPhone(tx, phone)
	if (user === undefined) throw new Error('the user signing up is gone')
	return user
}

/** Confirms the number of an account that has nothing else yet, and applies the password and metadata of its sign-up. */
export async function confirmPhone(
	tx: Transaction,
	user: UserRow,
	{ password, metadata }: SignUpChoice,
	now: Date,
): Promise<UserRow> {
	const full = fullMetadata(
		{ ...metadata, phone_verified: true },
		{ id: user.id, email: '', verified: false },
	)
	await tx.execute(sql`
		update auth.identities set
			identity_data = identity_data || '{"phone_verified": true}'::jsonb, last_sign_in_at = ${now}, updated_at = ${now}
		where user_id = ${user.id} and provider = 'phone'`)
	await tx.execute(sql`
		update auth.users set
			phone_confirmed_at = ${now}, phone_proved_at = ${now}, encrypted_password = ${password},
			raw_user_meta_data = ${JSON.stringify(full)}::jsonb, updated_at = ${now}
		where id = ${user.id}`)
	return await readUser(tx, user.id)
}
