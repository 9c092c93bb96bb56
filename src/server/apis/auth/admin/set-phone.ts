import { phoneOfAnotherUser } from '#server/apis/auth/admin/errors.ts'
import { storeIdentity } from '#server/apis/auth/oauth/store-identity.ts'
import { hasNothingElse, readUser, type UserRow } from '#server/apis/auth/user/users.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { exists } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'

interface NewPhone {
	phone: string
	isConfirmed: boolean
	now: Date
}

/**
 * Changes the account's number, without a confirmation from the phone. Deletes an unconfirmed account that has the new number.
 * Throws `phone_exists` if any other account has it.
 */
export async function setPhone(
	tx: Transaction,
	{ id }: Pick<UserRow, 'id'>,
	{ phone, isConfirmed, now }: NewPhone,
): Promise<UserRow> {
	await tx.execute(sql`
		delete from auth.users where phone = ${phone} and id <> ${id} and phone_confirmed_at is null and email is null and ${hasNothingElse}`)
	const isTaken = await exists(tx, sql`select from auth.users where phone = ${phone} and id <> ${id}`)
	if (isTaken) throw phoneOfAnotherUser()
	const at = isConfirmed ? now : null
	await tx.execute(sql`
		update auth.users set
			phone = ${phone}, phone_confirmed_at = ${at}, phone_proved_at = null, phone_change = null, phone_change_sent_at = null,
			is_anonymous = false, updated_at = ${now}
		where id = ${id}`)
	await tx.execute(sql`
		delete from auth.one_time_tokens where user_id = ${id} and token_type in ('phone_token', 'phone_change_token')`)
	const data = { sub: id, phone, email_verified: false, phone_verified: isConfirmed }
	return await storeIdentity(tx, await readUser(tx, id), { provider: 'phone', providerId: id, data }, now)
}

/** Confirms the number that the account has. */
export async function confirmPhoneOf(tx: Transaction, { id }: Pick<UserRow, 'id'>, now: Date): Promise<void> {
	await tx.execute(sql`
		update auth.users set phone_confirmed_at = coalesce(phone_confirmed_at, ${now}), updated_at = ${now}
		where id = ${id} and phone is not null`)
	await tx.execute(sql`
		update auth.identities set identity_data = identity_data || '{"phone_verified": true}'::jsonb, updated_at = ${now}
		where user_id = ${id} and provider = 'phone'`)
	await tx.execute(sql`delete from auth.one_time_tokens where user_id = ${id} and token_type = 'phone_token'`)
}
